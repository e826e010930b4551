import { PARENT_PIPE } from "./fork-rendering.js";

/**
 * Ends this process when its parent is gone, even if the parent was killed. A separate thread watches the parent,
 * because a render in native code or in an endless loop blocks the main thread.
 */
export function endWithParent(): void {
  // Loaded here instead of imported: the module is not needed before the first picture, and takes 2 ms to load.
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const watch = `
    const { Socket } = require("node:net");
    const end = () => process.kill(process.pid, "SIGKILL");
    const parent = new Socket({ fd: ${PARENT_PIPE} });
    parent.on("error", end).on("close", end).resume();
  `;
  const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };
  new Worker(watch, { eval: true, execArgv: [], env: {}, stdin: false, resourceLimits: limits }).unref();
}
