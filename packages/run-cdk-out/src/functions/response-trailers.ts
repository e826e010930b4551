/** The trailers of a streamed response, which report a failure of the handler. */
import type { IncomingMessage } from "node:http";
import { type FunctionFailure, reportedFailure } from "./function-errors.js";

/** Returns the failure in the trailers of a response. They are complete only after the response has ended. */
export function trailingFailure(response: IncomingMessage): FunctionFailure | undefined {
  const errorType = response.trailers["lambda-runtime-function-error-type"];
  if (errorType === undefined) return undefined;
  const body = response.trailers["lambda-runtime-function-error-body"];
  return reportedFailure(
    body === undefined ? Buffer.from(JSON.stringify({ errorType, errorMessage: "" })) : Buffer.from(body, "base64"),
  );
}
