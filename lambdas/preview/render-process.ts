/** The process that draws the pictures of previews. The function starts it (lambdas/shared/rendering-process.ts). */
import { MAX_PREVIEW_PIXELS } from "../../core/contract/limits.js";
import { DEFAULT_RENDER_LIMITS } from "../../core/rendering/context.js";
import { createFontLibrary } from "../../core/rendering/fonts/font-library.js";
import { FIRST_DOCUMENT } from "../../core/rendering/process/first-document.js";
import { serveRenders } from "../../core/rendering/process/serve-renders.js";
import { Renderer } from "../../core/rendering/renderer.js";
import { functionMemoryBytes } from "../shared/function-memory.js";

const limits = { ...DEFAULT_RENDER_LIMITS, maxPixels: MAX_PREVIEW_PIXELS };
const memoryBytes = functionMemoryBytes();

serveRenders(
  (loadImage) => new Renderer({ fonts: createFontLibrary(), loadImage, limits }, { memoryBytes }),
  FIRST_DOCUMENT,
);
