import { type ChildProcess, fork } from "node:child_process";

/** The file descriptor whose other end only the parent has. The kernel closes that end however the parent ends. */
export const PARENT_PIPE = 4;

export interface ForkOptions {
  /** The program, which calls `serveRenders`. */
  readonly program: string | URL;
  /** The whole environment. The process inherits nothing, above all no credentials. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Arguments for Node.js. It inherits none, because they can name files or ports of the parent. */
  readonly nodeArgs?: readonly string[];
}

/** Starts a rendering process. It imports next to nothing, so that a function can start one before it loads its code. */
export function forkRendering({ program, env, nodeArgs = [] }: ForkOptions): ChildProcess {
  return fork(program, {
    env: { ...env },
    execArgv: [...nodeArgs],
    // Copies bytes as they are. JSON would need four times the memory of a picture.
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc", "pipe"],
  });
}
