/** Structured logs: one line of JSON per entry. */
import { Logger } from "@aws-lambda-powertools/logger";
import { FUNCTION_STARTED } from "../../core/deployment/log-events.js";
import type { Log } from "../../core/shared/log.js";

export type FunctionLog = Log & { with(facts: Readonly<Record<string, unknown>>): FunctionLog };

type LogLevel = "DEBUG" | "INFO" | "WARN" | "ERROR";

export function createLog(serviceName: string, logLevel: LogLevel): FunctionLog {
  return wrap(new Logger({ serviceName, logLevel }), {});
}

/**
 * Creates the log of a function, and counts its start. A process calls this once, while the function starts. The logger
 * cannot write this line: in a process that several invocations share, it needs an invocation.
 */
export function startLog(serviceName: string, logLevel: LogLevel): FunctionLog {
  if (logLevel === "INFO" || logLevel === "DEBUG") {
    const timestamp = new Date().toISOString();
    const line = { level: "INFO", message: "The function has started.", timestamp, service: serviceName };
    process.stdout.write(`${JSON.stringify({ ...line, event: FUNCTION_STARTED })}\n`);
  }
  return createLog(serviceName, logLevel);
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
