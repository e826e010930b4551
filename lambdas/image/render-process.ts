/** The process that draws the pictures of first views. The function starts it (lambdas/shared/rendering-process.ts). */
import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
import { createFontLibrary, Renderer } from "@image-render/engine";
import { FIRST_DOCUMENT, serveRenders } from "@image-render/engine/process";
import { functionMemoryBytes } from "../shared/function-memory.js";

const limits = DEFAULT_RENDER_LIMITS;
const memoryBytes = functionMemoryBytes();

serveRenders(
  (loadImage) => new Renderer({ fonts: createFontLibrary(), loadImage, limits }, { memoryBytes }),
  FIRST_DOCUMENT,
);
