/** Starts the process that draws the pictures of this function, before the rest of its code is loaded. */
import { startEarly } from "../shared/start-rendering.js";

export const startRendering = startEarly();
