/** The same rendering process as a function's (lambdas/image/render-process.ts). */
import { DEFAULT_RENDER_LIMITS } from "../../core/rendering/context.js";
import { createFontLibrary } from "../../core/rendering/fonts/font-library.js";
import { FIRST_DOCUMENT } from "../../core/rendering/process/first-document.js";
import { serveRenders } from "../../core/rendering/process/serve-renders.js";
import { Renderer } from "../../core/rendering/renderer.js";

const limits = DEFAULT_RENDER_LIMITS;

serveRenders((loadImage) => new Renderer({ fonts: createFontLibrary(), loadImage, limits }), FIRST_DOCUMENT);
