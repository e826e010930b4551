import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleProgram } from "../../../../scripts/bundle-program.js";

const ROOT = join(import.meta.dirname, "../../../..");
const FOLDER = join(ROOT, ".local", "measure");

/** Files that plain Node.js runs, as in a function. A compiler in the process would need memory and time itself. */
export interface Programs {
  readonly standIn: string;
  readonly renderProcess: string;
  /** The folder for images that documents show. */
  readonly images: string;
}

/** Bundles the stand-in for a function, and the rendering process. */
export function buildPrograms(): Programs {
  const images = join(FOLDER, "images");
  mkdirSync(images, { recursive: true });
  return {
    standIn: bundle("packages/engine/test/measure/function.ts", "function"),
    renderProcess: bundle("packages/engine/src/process/render-program.ts", "render-process"),
    images,
  };
}

function bundle(entry: string, name: string): string {
  const file = join(FOLDER, `${name}.mjs`);
  writeWhole(file, bundleProgram(join(ROOT, entry)));
  return file;
}

/** Writes a file so that another process sees all of it or nothing. */
export function writeWhole(file: string, bytes: Uint8Array): void {
  const part = `${file}.${process.pid}`;
  writeFileSync(part, bytes);
  renameSync(part, file);
}
