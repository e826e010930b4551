/** The arguments for Node.js of a rendering process. */
export const RENDERING_NODE_ARGS: readonly string[] = [
  // The size of the JavaScript heap. Without this option, its limit differs from machine to machine.
  "--max-old-space-size=1024",
  // The space for new objects has its full size from the start. Otherwise it grows from 1 MB in five collections, which
  // take 10 ms of a cold start.
  "--min-semi-space-size=16",
];
