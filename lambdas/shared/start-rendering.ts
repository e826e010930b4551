import type { ChildProcess } from "node:child_process";
// The engine has a separate entry point for this, because the file that starts the process must load little else.
import { forkRendering, type RenderingOptions } from "@image-render/engine/fork-rendering";
import { functionMemoryBytes } from "./function-memory.js";

/** The program that draws, which is bundled beside the handler. */
const PROGRAM = new URL("./render-process.mjs", import.meta.url);

/**
 * Starts a rendering process now.
 *
 * @returns a function that returns the started process at its first call, and a new process at each later call
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
