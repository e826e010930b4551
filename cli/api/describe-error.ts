import {
  ApiError as ClientApiError,
  ConnectionError,
  type ImageRenderError,
  UploadRefusedError,
} from "@image-render/client";
import { ApiError } from "./api-error.js";

/**
 * The message for a 413 that the service itself did not send. Lambda accepts events of up to 6 MB. An event is larger
 * than its body, because it contains the body as escaped JSON or as Base64. So a body within the service's limit can
 * exceed the platform's limit.
 */
const TOO_LARGE =
  "The request is too large for the platform. Above about 4.5 MB it can refuse a request that the service would accept. " +
  "Upload large images first, and refer to them by their path, or send smaller batches.";

/** Returns the error of a command for an error of the client. It names the base URL, because the user has set it. */
export function describeError(baseUrl: string, error: ImageRenderError): ApiError {
  if (error instanceof ConnectionError) {
    const { code, isTimeout, message } = error;
    if (isTimeout) return new ApiError(message.replace(/^\S+/, baseUrl));
    const reason = code === undefined ? "" : ` (${code})`;
    return new ApiError(`${baseUrl} cannot be reached${reason}. Check the URL and the network.`);
  }
  if (error instanceof UploadRefusedError) {
    return new ApiError(`The service refused the file: ${error.message}`, { status: 422 });
  }
  if (!(error instanceof ClientApiError)) return new ApiError(error.message);
  const { status, code, requestId, issues, message } = error;
  const request = requestId === undefined ? "" : `, request ${requestId}`;
  // Every response of the service itself has a request ID.
  if (status === 413 && requestId === undefined) return new ApiError(TOO_LARGE, { status, facts: String(status) });
  if (code !== undefined) return new ApiError(message, { status, facts: `${status} ${code}${request}`, issues });
  const text = message.replace(/^The address/, baseUrl).replace(` (status ${status})`, "");
  return new ApiError(text, { facts: `${status}${request}` });
}
