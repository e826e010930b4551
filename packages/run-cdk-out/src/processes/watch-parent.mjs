// Preloaded (`node --import`) into every Node.js child process: it ends the child when the runner is gone.
//
// The runner has the other end of file descriptor 3. The kernel closes that end however the runner ends, even by
// SIGKILL. The child leads its process group (`detached`), so this also ends the processes that it has started. The
// watch runs in a worker thread, because a handler in an endless loop or in native code blocks the main thread.
import { isMainThread, Worker } from "node:worker_threads";

if (isMainThread) {
  const watch = `
    const { Socket } = require("node:net");
    const end = () => process.kill(-process.pid, "SIGKILL");
    const parent = new Socket({ fd: 3 });
    parent.on("error", end).on("close", end).resume();
  `;
  new Worker(watch, { eval: true, execArgv: [], env: {}, stdin: false }).unref();
}
