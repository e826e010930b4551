/**
 * Starts the rendering process of a function. Import this first: the process starts while the function loads the rest of
 * its code.
 */
import type { ChildProcess } from "node:child_process";
import { forkRendering, RENDERING_NODE_ARGS } from "@image-render/engine/process";

/**
 * Where Node.js finds layers and libraries, how the C library allocates, and the function's memory, which limits the
 * caches. No credentials: drawing needs none.
 */
const INHERITED = [
  "NODE_PATH",
  "LD_LIBRARY_PATH",
  "PATH",
  "LANG",
  "TZ",
  "MALLOC_ARENA_MAX",
  "AWS_LAMBDA_FUNCTION_MEMORY_SIZE",
] as const;

/**
 * Arrays of 1 MB or more, such as frames, get memory of their own, which the system has back when they are freed. Without
 * the setting, the C library raises this limit to 32 MB, and the memory of smaller frames stays with the process.
 */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: "1048576" };

/** The program `render-process.ts` of the function's folder, which is bundled beside the handler. */
const PROGRAM = new URL("./render-process.mjs", import.meta.url);

let first: ChildProcess | undefined = fork();

/** The process that was started with the function at the first call, a new one at each later call. */
export function startRenderingProcess(): ChildProcess {
  const started = first ?? fork();
  first = undefined;
  return started;
}

function fork(): ChildProcess {
  const env = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  return forkRendering({ program: PROGRAM, env: { ...env, ...ALLOCATOR }, nodeArgs: RENDERING_NODE_ARGS });
}
