/**
 * The program of a rendering process: draws what its parent asks for. Its argument is a {@link RenderingOptions} as JSON, which
 * `forkRendering` passes on.
 */
import { createFontLibrary } from "../fonts/font-library.js";
import { DEFAULT_RENDER_LIMITS } from "../limits/render-limits.js";
import { Renderer } from "../renderer/renderer.js";
import { FIRST_DOCUMENT } from "./first-document.js";
import type { RenderingOptions } from "./fork-rendering.js";
import { serveRenders } from "./serve-renders.js";

const { memoryBytes, maxPixels = DEFAULT_RENDER_LIMITS.maxPixels } = JSON.parse(
  process.argv[2] ?? "{}",
) as RenderingOptions;
const limits = { ...DEFAULT_RENDER_LIMITS, maxPixels };

serveRenders(
  (loadImage) => new Renderer({ fonts: createFontLibrary(), loadImage, limits }, { memoryBytes }),
  FIRST_DOCUMENT,
);
