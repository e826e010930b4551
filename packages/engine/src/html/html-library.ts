/**
 * The layout engine for HTML, and the code that fixes its drawings. It is imported when the first HTML layer is drawn,
 * because it is larger than all other code.
 */
export { default as satori } from "satori";
export { withoutUnusedClips } from "./letter-clips.js";
