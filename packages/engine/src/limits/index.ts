/** The limits of pictures, images and renders. */
export { PREVIEW_SCALE, SCALE } from "./picture-limits.js";
export { PREVIEW_BUDGET, RENDER_BUDGET } from "./render-budgets.js";
export { DEFAULT_RENDER_LIMITS } from "./render-limits.js";
