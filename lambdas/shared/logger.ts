/** Structured logs: one line of JSON per entry. */
import { Logger } from "@aws-lambda-powertools/logger";
import type { Log } from "../../core/renders/ports.js";

export type FunctionLog = Log & { with(facts: Readonly<Record<string, unknown>>): FunctionLog };

export function createLog(serviceName: string, logLevel: "DEBUG" | "INFO" | "WARN" | "ERROR"): FunctionLog {
  return wrap(new Logger({ serviceName, logLevel }));
}

function wrap(logger: Logger): FunctionLog {
  return {
    info: (message, facts) => logger.info(message, loggable(facts)),
    warn: (message, facts) => logger.warn(message, loggable(facts)),
    error: (message, facts) => logger.error(message, loggable(facts)),
    with: (facts) => wrap(logger.createChild({ persistentKeys: { ...facts } })),
  };
}

/** The logger expects an Error under `error`. Any other value goes under `reason`. */
function loggable(facts: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const { error, ...rest } = facts;
  if (error === undefined) return rest;
  return error instanceof Error ? { ...rest, error } : { ...rest, reason: error };
}
