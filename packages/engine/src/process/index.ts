/** Renders in a child process that has a budget of time and memory. */
export { FIRST_DOCUMENT } from "./first-document.js";
export { forkRendering } from "./fork-rendering.js";
export { type EndReport, IsolatedRenderer } from "./isolated-renderer.js";
export { RENDERING_NODE_ARGS } from "./node-args.js";
export { serveRenders } from "./serve-renders.js";
