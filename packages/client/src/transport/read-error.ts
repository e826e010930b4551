import { ApiError, type ErrorFacts } from "../errors/api-error.js";
import type { ErrorCode } from "../types.js";
import { readText } from "./read-bytes.js";
import type { Watchdog } from "./watchdog.js";

/** The platform refuses requests above about 4.5 MB before the service sees them, with a body of its own. */
const TOO_LARGE = "The request is too large for the platform. Upload large images first, or send smaller batches.";

/** Reads a response that is not a success. */
export async function readError(response: Response, watchdog: Watchdog): Promise<ApiError> {
  const { status, headers } = response;
  const body = parseObject(await readText(response, watchdog));
  const retryAfterMs = readRetryAfter(headers.get("retry-after"));
  const requestId = headers.get("x-request-id") ?? (body["requestId"] as string | undefined);
  const facts = { status, retryAfterMs, requestId };
  const { error, code, details } = body;
  if (typeof error === "string" && typeof code === "string") {
    return new ApiError(error, { ...facts, code: code as ErrorCode, details: details as ErrorFacts["details"] });
  }
  if (status === 413) return new ApiError(TOO_LARGE, { ...facts, code: "PAYLOAD_TOO_LARGE" });
  return new ApiError(messageOf(response), facts);
}

/** Returns what is wrong with a response that does not follow the contract. */
export function messageOf({ status, headers, type }: Response): string {
  const location = headers.get("location") ?? "another one";
  if (type === "opaqueredirect" || (status >= 300 && status < 400)) {
    return `The address redirects to ${location}. Use that address as the base URL.`;
  }
  // A response to HEAD has no body.
  return headers.has("x-request-id")
    ? `The service responded with status ${status}.`
    : `The address did not respond like an image render service (status ${status}). Check the base URL.`;
}

/** Parses a JSON object. Returns an empty one for anything else. */
function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Returns `Retry-After` in milliseconds. The service uses seconds, but something in front of it can send a date. */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
