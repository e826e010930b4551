/**
 * HarfBuzz, the text shaper. It is found like the native libraries and the fonts (`native.ts`) and not bundled, since it
 * looks for its WebAssembly file beside itself.
 */
import { pathToFileURL } from "node:url";
import type * as harfbuzzModule from "harfbuzzjs";
import { resolveInstalled } from "../native.js";

export type HarfBuzz = typeof harfbuzzModule;

/** What the font layer holds of the package. */
export const SHAPER_FILES: readonly string[] = [
  "harfbuzzjs/dist/index.mjs",
  "harfbuzzjs/dist/harfbuzz.js",
  "harfbuzzjs/dist/harfbuzz.wasm",
];

/** Loads the shaper; its WebAssembly is compiled at the first call. */
export async function loadHarfBuzz(): Promise<HarfBuzz> {
  return (await import(pathToFileURL(resolveInstalled("harfbuzzjs")).href)) as HarfBuzz;
}
