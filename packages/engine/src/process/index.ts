/** Renders in a child process that has a budget of time and memory. */
export { type EndReport, IsolatedRenderer } from "./isolated-renderer.js";
export { RENDERING_NODE_ARGS } from "./node-args.js";
