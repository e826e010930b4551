/** The same rendering process as a function's (lambdas/image/render-process.ts). */
import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
import { createFontLibrary, Renderer } from "@image-render/engine";
import { FIRST_DOCUMENT, serveRenders } from "@image-render/engine/process";

const limits = DEFAULT_RENDER_LIMITS;

serveRenders((loadImage) => new Renderer({ fonts: createFontLibrary(), loadImage, limits }), FIRST_DOCUMENT);
