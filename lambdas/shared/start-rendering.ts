import type { ChildProcess } from "node:child_process";
// A door of its own, because the file that starts the process must load little else.
import { forkRendering, type RenderingOptions } from "@image-render/engine/fork-rendering";
import { functionMemoryBytes } from "./function-memory.js";

/** The program that draws, which is bundled beside the handler. */
const PROGRAM = new URL("./render-process.mjs", import.meta.url);

/**
 * Starts a rendering process now.
 *
 * @returns the process that was started at the first call, a new one at each later call
 */
export function startEarly(options: Pick<RenderingOptions, "maxPixels"> = {}): () => ChildProcess {
  const fork = () => forkRendering({ program: PROGRAM, memoryBytes: functionMemoryBytes(), ...options });
  let first: ChildProcess | undefined = fork();
  return () => {
    const started = first ?? fork();
    first = undefined;
    return started;
  };
}
