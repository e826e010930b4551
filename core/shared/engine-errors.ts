/** The one place where errors of the engine become errors of the API. Their codes and messages are the same. */
import { type EngineError, isEngineError } from "@image-render/engine/issues";
import { ServiceError } from "../contract/errors.js";

/** Runs something with the engine. An error of the engine becomes one of the service, and any other stays as it is. */
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
