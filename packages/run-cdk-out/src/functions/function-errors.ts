/** The failures of an invocation: failures of the function are results, but refusals by the platform are thrown. */

/** Largest event of a synchronous invocation (Lambda quotas: 6 MB). */
export const MAX_REQUEST_BYTES = 6_291_456;
/** Largest buffered response: Lambda allows 100 bytes more than 6 MB. */
export const MAX_RESPONSE_BYTES = 6_291_556;

/** A failure of a function, as the JSON that Lambda returns for it. */
export interface FunctionFailure {
  readonly payload: Buffer;
  /** One readable line. */
  readonly message: string;
}

/** All processes are busy, and no further process may be started. */
export class TooManyRequestsError extends Error {
  override readonly name = "TooManyRequestsError";
  constructor(functionName: string) {
    super(`Rate Exceeded: every process of ${functionName} is busy.`);
  }
}

/** The event is larger than an invocation allows. */
export class RequestEntityTooLargeError extends Error {
  override readonly name = "RequestEntityTooLargeError";
  constructor() {
    super(`Request must be smaller than ${MAX_REQUEST_BYTES} bytes for the InvokeFunction operation`);
  }
}

/** The pool was closed before the invocation could begin. */
export class PoolClosedError extends Error {
  override readonly name = "PoolClosedError";
  constructor(functionName: string) {
    super(`The processes of ${functionName} are being stopped.`);
  }
}

/** Returns the failure that a handler or the runtime reported. `payload` is passed on unchanged. */
export function reportedFailure(payload: Buffer): FunctionFailure {
  return { payload, message: describe(payload) };
}

/** Returns the failure of an invocation that took longer than the function's timeout. */
export function timeoutFailure(requestId: string, timeoutSeconds: number): FunctionFailure {
  return failure(
    "Sandbox.Timedout",
    `RequestId: ${requestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`,
  );
}

/** Returns the failure of an invocation whose process ended before it responded. */
export function exitFailure(requestId: string, code: number | null, signal: string | null): FunctionFailure {
  return failure("Runtime.ExitError", `RequestId: ${requestId} Error: ${describeExit(code, signal)}`);
}

/** Returns the failure of an invocation whose response is too large to be buffered. */
export function responseTooLargeFailure(): FunctionFailure {
  return failure(
    "Function.ResponseSizeTooLarge",
    `Response payload size exceeded maximum allowed payload size (${MAX_RESPONSE_BYTES} bytes).`,
  );
}

/** Returns the failure of an invocation whose response is incomplete or malformed. */
export function brokenResponseFailure(reason: string): FunctionFailure {
  return failure("Runtime.TruncatedResponse", reason);
}

/** Describes how a process ended, in Lambda's words. */
export function describeExit(code: number | null, signal: string | null): string {
  if (signal !== null) return `Runtime exited with error: signal: ${signal}`;
  if (code === 0) return "Runtime exited without providing a reason";
  return `Runtime exited with error: exit status ${code ?? "unknown"}`;
}

function failure(errorType: string, errorMessage: string): FunctionFailure {
  return { payload: Buffer.from(JSON.stringify({ errorType, errorMessage })), message: errorMessage };
}

function describe(payload: Buffer): string {
  try {
    const { errorType, errorMessage } = JSON.parse(payload.toString("utf8")) as Record<string, unknown>;
    return `${String(errorType)}: ${String(errorMessage)}`;
  } catch {
    return "The function failed.";
  }
}
