/** Starts AWS's runtime interface client with the code of a function. */
import { join } from "node:path";
import { type GuardedChild, spawnGuardedNode } from "../processes/guarded-child.js";
import { functionEnvironment } from "./function-environment.js";
import type { FunctionSpec } from "./function-types.js";

const PRELOAD = new URL("./runtime-client/preload.mjs", import.meta.url).href;

export interface RuntimeProcessOptions {
  readonly spec: FunctionSpec;
  /** Folder of the runtime interface client. */
  readonly ricDir: string;
  /** Address of the Runtime API for this process. */
  readonly runtimeApi: string;
  /** Identifies the process in its calls to services. */
  readonly tag: string;
  readonly onLine: (line: string) => void;
}

/** Starts a process that loads the handler and then polls the Runtime API. */
export function startRuntimeProcess({ spec, ricDir, runtimeApi, tag, onLine }: RuntimeProcessOptions): GuardedChild {
  const { inspectPort, nodeArgs = [] } = spec;
  const inspect = inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectPort}`];
  return spawnGuardedNode(join(ricDir, "index.mjs"), [], {
    // The SDK adds this name of an app to its user agent.
    env: { ...functionEnvironment(spec, runtimeApi, ricDir), AWS_SDK_UA_APP_ID: tag },
    cwd: spec.codeDir,
    nodeArgs: ["--import", PRELOAD, `--max-old-space-size=${spec.memoryMb}`, ...inspect, ...nodeArgs],
    onLine: (line) => {
      // The runtime writes line breaks inside a message as carriage returns.
      for (const part of line.split("\r")) onLine(part);
    },
  });
}
