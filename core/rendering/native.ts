/**
 * Finds the native libraries and the font files with `require`. Lambda puts its layers on NODE_PATH, which `import` does
 * not read. So this works in a bundle next to a Lambda layer and in the source tree.
 */
import { createRequire } from "node:module";
import type * as resvgModule from "@resvg/resvg-js";
import type sharpModule from "sharp";

const requireInstalled = createRequire(import.meta.url);

/** The image codec library, loaded at the first call. */
export async function loadSharp(): Promise<typeof sharpModule> {
  loading ??= importSharp();
  return await loading;
}

let loading: Promise<typeof sharpModule> | undefined;

async function importSharp(): Promise<typeof sharpModule> {
  const { sharp } = await import("./sharp-library.js");
  // Its cache would keep up to 50 MB of operations. None occurs twice, because the renderer has its own cache of tiles.
  sharp.cache(false);
  return sharp;
}

/** The SVG rasterizer, loaded at the first call. */
export function loadResvg(): typeof resvgModule {
  return requireInstalled("@resvg/resvg-js") as typeof resvgModule;
}

/** The absolute path of a file of an installed package, such as `@fontsource/inter/files/inter-latin-400-normal.woff`. */
export function resolveInstalled(file: string): string {
  return requireInstalled.resolve(file);
}
