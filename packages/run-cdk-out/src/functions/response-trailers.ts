/** The end of a streamed response: trailers tell whether the handler failed on the way. */
import { type IncomingMessage } from "node:http";
import { type FunctionFault, reportedFault } from "./function-errors.js";

/** The fault that the response's trailers report; read them only after the response has ended. */
export function trailingFault(response: IncomingMessage): FunctionFault | undefined {
  const errorType = response.trailers["lambda-runtime-function-error-type"];
  if (errorType === undefined) return undefined;
  const body = response.trailers["lambda-runtime-function-error-body"];
  return reportedFault(
    body === undefined ? Buffer.from(JSON.stringify({ errorType, errorMessage: "" })) : Buffer.from(body, "base64"),
  );
}
