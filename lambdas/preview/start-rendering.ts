/** Starts the process that draws the pictures of this function, before the rest of its code is loaded. */
import { MAX_PREVIEW_PIXELS } from "../../core/contract/limits.js";
import { startEarly } from "../shared/start-rendering.js";

export const startRendering = startEarly({ maxPixels: MAX_PREVIEW_PIXELS });
