/**
 * Loads HarfBuzz, the text shaper. It is not bundled, because it looks for its WebAssembly file in its own folder. It
 * is resolved like the native libraries and the fonts (`native.ts`).
 */
import { pathToFileURL } from "node:url";
import type * as harfbuzzModule from "harfbuzzjs";
import { resolveInstalled } from "../shared/native.js";
import { SUBSETTER_FILE } from "./pin-weight.js";

export type HarfBuzz = typeof harfbuzzModule;

/** The package's files that the font layer contains. */
export const SHAPER_FILES: readonly string[] = [
  "harfbuzzjs/dist/index.mjs",
  "harfbuzzjs/dist/harfbuzz.js",
  "harfbuzzjs/dist/harfbuzz.wasm",
  SUBSETTER_FILE,
];

/** Loads the shaper. The first call compiles its WebAssembly. */
export async function loadHarfBuzz(): Promise<HarfBuzz> {
  return (await import(pathToFileURL(resolveInstalled("harfbuzzjs")).href)) as HarfBuzz;
}
