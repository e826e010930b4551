/** A local Lambda: runs each function in real Node.js processes through AWS's runtime interface client. */
import { existsSync } from "node:fs";
import nodeModule, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { MACHINE_CLOCK } from "../clock/clock.js";
import type { FunctionHost, FunctionHostOptions, FunctionPool, FunctionSpec } from "./function-types.js";
import { ProcessPool } from "./process-pool.js";
import { RunningProcesses } from "./running-processes.js";

export * from "./function-errors.js";
export type * from "./function-types.js";

const DEFAULTS = {
  clock: MACHINE_CLOCK,
  initTimeoutMs: 10_000,
  idleTimeoutMs: 300_000,
  asyncRetryDelaysMs: [1_000, 2_000],
};

/** Creates a host without functions, to which functions are added. Rejects if this machine cannot run any. */
export async function startFunctionHost(options: FunctionHostOptions): Promise<FunctionHost> {
  const ricDir = options.ricDir ?? dirname(createRequire(import.meta.url).resolve("aws-lambda-ric"));
  checkMachine(ricDir);
  const pools = new Map<string, FunctionPool>();
  const processes = new RunningProcesses();
  const accountIsFull = (): boolean => {
    const { accountConcurrency = Infinity } = options;
    const busy = [...pools.values()].reduce((sum, pool) => sum + pool.stats().busy, 0);
    return busy >= accountConcurrency;
  };
  return Promise.resolve({
    pools,
    add(spec: FunctionSpec): FunctionPool {
      if (pools.has(spec.arn)) throw new Error(`The function ${spec.arn} was added before.`);
      const onLine = (line: string): void => options.onLogLine(spec.name, line);
      const pool = new ProcessPool({ ...DEFAULTS, ...options, spec, ricDir, processes, onLine, accountIsFull });
      pools.set(spec.arn, pool);
      return pool;
    },
    killProcess: (tag) => processes.kill(tag),
    async close(): Promise<void> {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  });
}

function checkMachine(ricDir: string): void {
  if (!("registerHooks" in nodeModule)) {
    throw new Error(`Functions need Node.js 22.15 or later. This is ${process.versions.node}.`);
  }
  const client = join(ricDir, "index.mjs");
  if (!existsSync(client)) throw new Error(`The runtime interface client is missing (${client}). Run "npm ci".`);
}
