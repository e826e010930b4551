/** Structured logs: one JSON line an entry. */
import { Logger } from "@aws-lambda-powertools/logger";
import type { Log } from "../../core/renders/ports.js";

export type FunctionLog = Log & { with(facts: Readonly<Record<string, unknown>>): FunctionLog };

export function createLog(serviceName: string, logLevel: "DEBUG" | "INFO" | "WARN" | "ERROR"): FunctionLog {
  return wrap(new Logger({ serviceName, logLevel }));
}

function wrap(logger: Logger): FunctionLog {
  return {
    info: (message, facts) => logger.info(message, readable(facts)),
    warn: (message, facts) => logger.warn(message, readable(facts)),
    error: (message, facts) => logger.error(message, readable(facts)),
    with: (facts) => wrap(logger.createChild({ persistentKeys: { ...facts } })),
  };
}

/** `error` facts that are no Error are put into words, since the logger expects one. */
function readable(facts: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const { error, ...rest } = facts;
  if (error === undefined) return rest;
  return error instanceof Error ? { ...rest, error } : { ...rest, reason: error };
}
