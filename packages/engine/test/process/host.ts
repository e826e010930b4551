/** A function whose rendering process is in an endless loop. The test kills this process. Run it with tsx. */
import { forkRendering } from "../../src/process/fork-rendering.js";
import { IsolatedRenderer } from "../../src/process/isolated-renderer.js";

const program = new URL("./misbehaving-renderer.ts", import.meta.url);
const renderer = new IsolatedRenderer({
  start: () =>
    forkRendering({ program, env: { PATH: process.env["PATH"], ANNOUNCE: "1" }, nodeArgs: ["--import", "tsx"] }),
  budget: { cpuMs: 600_000, workMs: 600_000, memoryBytes: 8e9 },
});
await renderer.render({ order: "spin" }, {}, { loadImage: () => Promise.reject(new Error("no images")) });
