import { type ChildProcess, fork } from "node:child_process";
import { RENDERING_NODE_ARGS } from "./node-args.js";
import { renderingEnvironment } from "./rendering-environment.js";

/** The file descriptor whose other end only the parent has. The kernel closes that end however the parent ends. */
export const PARENT_PIPE = 4;

/** The settings of a rendering process. */
export interface RenderingOptions {
  /** The memory for the parent and the process together. @default `localMemoryBytes` */
  readonly memoryBytes?: number | undefined;
  /** Pixels of a picture at most. @default `MAX_PICTURE_PIXELS` */
  readonly maxPixels?: number | undefined;
}

export interface ForkOptions extends RenderingOptions {
  /** The file of `render-program`, or of a bundle of it. */
  readonly program: string | URL;
  /**
   * The whole environment. The process inherits nothing else, above all no credentials.
   * @default what drawing needs of the environment of this process
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Further arguments for Node.js, which inherits none, because they can name files or ports of the parent. */
  readonly nodeArgs?: readonly string[];
}

/** Starts a rendering process. It imports next to nothing, so that a function can start one before it loads its code. */
export function forkRendering({ program, env, nodeArgs = [], ...options }: ForkOptions): ChildProcess {
  return fork(program, [JSON.stringify(options)], {
    env: { ...(env ?? renderingEnvironment(process.env)) },
    execArgv: [...RENDERING_NODE_ARGS, ...nodeArgs],
    // Copies bytes as they are. JSON would need four times the memory of a picture.
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc", "pipe"],
  });
}
