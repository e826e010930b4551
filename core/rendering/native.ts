/**
 * The native libraries and the font files, found the CommonJS way: Lambda puts its layers on NODE_PATH, which only
 * `require` reads, never `import`. So this works alike in a bundle beside a layer and in the project's own tree.
 */
import { createRequire } from "node:module";
import type * as resvgModule from "@resvg/resvg-js";
import type sharpModule from "sharp";

const requireInstalled = createRequire(import.meta.url);

/** The image codec library; loaded at the first call. */
export function loadSharp(): typeof sharpModule {
  return requireInstalled("sharp") as typeof sharpModule;
}

/** The SVG rasterizer; loaded at the first call. */
export function loadResvg(): typeof resvgModule {
  return requireInstalled("@resvg/resvg-js") as typeof resvgModule;
}

/** The absolute path of a file of an installed package, such as `@fontsource/inter/files/inter-latin-400-normal.woff`. */
export function resolveInstalled(file: string): string {
  return requireInstalled.resolve(file);
}
