/**
 * Renders the documents of the service without the service: in this process, and in a warm child process like that of a
 * function.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DEFAULT_RENDER_LIMITS, RENDER_BUDGET } from "@image-render/engine/limits";
import { createFontLibrary, Renderer } from "@image-render/engine";
import { forkRendering } from "@image-render/engine/fork-rendering";
import { IsolatedRenderer } from "@image-render/engine/process";
import { bundleCode } from "../../lib/bundle-code.js";

/** This folder is inside the project, where the bundle finds its packages. */
const FOLDER = join(import.meta.dirname, "../../.local/bench-delivery");

export type Layers = Readonly<Record<string, { readonly text: string }>>;

/** Renders a document to PNG. Resolves to the time in milliseconds until its bytes have arrived. */
export type TimeRender = (document: unknown, version: string, layers: Layers) => Promise<number>;

export interface Renderers {
  readonly inProcess: TimeRender;
  readonly inChild: TimeRender;
  readonly close: () => Promise<void>;
}

const loadImage = () => Promise.reject(new Error("The benchmark fetches nothing."));

export function startRenderers(): Renderers {
  const own = new Renderer({ fonts: createFontLibrary(), limits: DEFAULT_RENDER_LIMITS, loadImage });
  const program = bundleProgram();
  const child = new IsolatedRenderer({
    start: () => forkRendering({ program }),
    budget: RENDER_BUDGET,
  });
  return {
    inProcess: (document, version, layers) => timed(() => own.render(document, { layers }, { version })),
    inChild: (document, version, layers) => timed(() => child.render(document, { layers }, { version, loadImage })),
    close: async () => {
      await child.close();
      rmSync(FOLDER, { recursive: true, force: true });
    },
  };
}

function bundleProgram(): URL {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const outfile = join(FOLDER, "render-process.mjs");
  bundleCode({ code: 'import "@image-render/engine/render-program";', folder: import.meta.dirname, outfile });
  return pathToFileURL(outfile);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
