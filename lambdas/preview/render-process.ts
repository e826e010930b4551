/** The process that draws the pictures of previews. The function starts it (lambdas/shared/rendering-process.ts). */
import { MAX_PREVIEW_PIXELS } from "../../core/contract/limits.js";
import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
import { createFontLibrary, Renderer } from "@image-render/engine";
import { FIRST_DOCUMENT, serveRenders } from "@image-render/engine/process";
import { functionMemoryBytes } from "../shared/function-memory.js";

const limits = { ...DEFAULT_RENDER_LIMITS, maxPixels: MAX_PREVIEW_PIXELS };
const memoryBytes = functionMemoryBytes();

serveRenders(
  (loadImage) => new Renderer({ fonts: createFontLibrary(), loadImage, limits }, { memoryBytes }),
  FIRST_DOCUMENT,
);
