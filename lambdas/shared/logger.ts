/** Structured logs: one line of JSON per entry. */
import { Logger } from "@aws-lambda-powertools/logger";
import { FUNCTION_STARTED } from "../../core/contract/log-events.js";
import type { Log } from "../../core/shared/log.js";

export type FunctionLog = Log & { with(facts: Readonly<Record<string, unknown>>): FunctionLog };

export function createLog(serviceName: string, logLevel: "DEBUG" | "INFO" | "WARN" | "ERROR"): FunctionLog {
  return wrap(new Logger({ serviceName, logLevel }), {});
}

/** Creates the log of a function, and counts its start. A process calls this once, while the function starts. */
export function startLog(...args: Parameters<typeof createLog>): FunctionLog {
  const log = createLog(...args);
  log.info("The function has started.", { event: FUNCTION_STARTED });
  return log;
}

/**
 * Adds the facts to each line. A child logger would do the same, but it creates its own console, which takes five times
 * as long as writing a line.
 */
function wrap(logger: Logger, known: Readonly<Record<string, unknown>>): FunctionLog {
  const all = (facts?: Readonly<Record<string, unknown>>) => loggable({ ...known, ...facts });
  return {
    info: (message, facts) => logger.info(message, all(facts)),
    warn: (message, facts) => logger.warn(message, all(facts)),
    error: (message, facts) => logger.error(message, all(facts)),
    with: (facts) => wrap(logger, { ...known, ...facts }),
  };
}

/** Converts facts for the logger, which expects an Error under `error`. Any other value goes under `reason`. */
function loggable(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { error, ...rest } = facts;
  if (error === undefined) return rest;
  return error instanceof Error ? { ...rest, error } : { ...rest, reason: error };
}
