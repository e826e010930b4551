// Preloaded (`node --import`) into every Node child: when the runner is gone, the child is gone.
//
// The runner holds the other end of file descriptor 3. However it ends, SIGKILL included, the kernel closes that end.
// The watch lives in a worker thread, so that a handler stuck in a loop or in native code can't keep its process alive.
import { isMainThread, Worker } from "node:worker_threads";

if (isMainThread) {
  const watch = `
    const { Socket } = require("node:net");
    const end = () => process.kill(process.pid, "SIGKILL");
    const parent = new Socket({ fd: 3 });
    parent.on("error", end).on("close", end).resume();
  `;
  new Worker(watch, { eval: true, execArgv: [], env: {}, stdin: false }).unref();
}
