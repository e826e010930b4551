import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach } from "@jest/globals";
import sharp from "sharp";
import { runCli } from "../../cli/main.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/**
 * Creates a folder with these files, and removes it after the test. Writes values other than text and bytes as JSON.
 */
export function makeFolder(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), "irs-cli-"));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) writeInto(folder, name, content);
  return folder;
}

/** Writes one file into a folder. */
export function writeInto(folder: string, name: string, content: unknown): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  const isPlain = typeof content === "string" || content instanceof Uint8Array;
  writeFileSync(path, isPlain ? content : JSON.stringify(content, null, 2));
}

/** The result of a command line. */
export interface Run {
  readonly code: number;
  readonly out: Buffer;
  readonly text: string;
  readonly errors: string;
}

/** Runs a command line in a folder, inside this process. */
export async function run(folder: string, ...argv: string[]): Promise<Run> {
  return await runWith({}, folder, ...argv);
}

/** Like `run`, with these environment variables and no others. */
export async function runWith(env: Readonly<Record<string, string>>, folder: string, ...argv: string[]): Promise<Run> {
  const out = new PassThrough({ highWaterMark: 64 * 1024 * 1024 });
  const err = new PassThrough({ highWaterMark: 64 * 1024 * 1024 });
  const onInterrupt = () => AbortSignal.abort();
  const code = await runCli(argv, { out, err, folder, env, onInterrupt });
  const bytes = (out.read() as Buffer | null) ?? Buffer.alloc(0);
  return { code, out: bytes, text: bytes.toString(), errors: ((err.read() as Buffer | null) ?? "").toString() };
}

/** A PNG of one color. */
export function makePng(color: string, width = 10, height = 10): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();
}

/** The color of a pixel as four numbers. */
export async function pixelAt(picture: string | Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const start = (y * info.width + x) * info.channels;
  return [...data.subarray(start, start + 4)];
}

/** A small document. Its only named layer is a red square in the upper left corner. */
export const CARD = {
  width: 40,
  height: 20,
  background: "#ffffff",
  variables: [{ name: "price", type: "number" }],
  layers: [
    { id: "s", name: "square", type: "rectangle", x: 0, y: 0, width: 10, height: 10, background_color: "#ff0000" },
    { id: "p", type: "text", x: 10, y: 0, width: 30, height: 20, text: "{{price}}", font_size: 8, color: "#ffffff" },
  ],
};
