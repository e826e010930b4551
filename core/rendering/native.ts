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
  sharp ??= requireSharp();
  return sharp;
}

let sharp: typeof sharpModule | undefined;

function requireSharp(): typeof sharpModule {
  const loaded = requireInstalled("sharp") as typeof sharpModule;
  // It would keep up to 50 MB of operations, of which none is ever asked for twice: tiles are remembered here.
  loaded.cache(false);
  return loaded;
}

/** The SVG rasterizer; loaded at the first call. */
export function loadResvg(): typeof resvgModule {
  return requireInstalled("@resvg/resvg-js") as typeof resvgModule;
}

/** The absolute path of a file of an installed package, such as `@fontsource/inter/files/inter-latin-400-normal.woff`. */
export function resolveInstalled(file: string): string {
  return requireInstalled.resolve(file);
}
