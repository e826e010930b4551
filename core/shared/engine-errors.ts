/** The one place where errors of the engine become errors of the API. The codes and messages stay the same. */
import { type EngineError, isEngineError } from "@image-render/engine/issues";
import { ServiceError } from "../contract/errors.js";

/**
 * Runs work that uses the engine. Converts an error of the engine to an error of the service. Does not change other
 * errors.
 */
export async function withServiceErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw isEngineError(error) ? serviceErrorOf(error) : error;
  }
}

function serviceErrorOf(error: EngineError): ServiceError {
  const { code, message, details, internal } = error;
  return new ServiceError(code, message, {
    cause: error.cause ?? error,
    ...(details !== undefined && { details }),
    ...(internal !== undefined && { internal }),
  });
}
