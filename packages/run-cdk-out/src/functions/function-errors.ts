/** The ways an invocation ends badly: faults of the function (results) and refusals of the platform (thrown). */

/** Largest event of a synchronous invocation (Lambda quotas: 6 MB). */
export const MAX_REQUEST_BYTES = 6_291_456;
/** Largest buffered response; Lambda grants 100 bytes above 6 MB. */
export const MAX_RESPONSE_BYTES = 6_291_556;

/** A function's failure, as the JSON that Lambda gives for it. */
export interface FunctionFault {
  readonly payload: Buffer;
  /** One line for people. */
  readonly message: string;
}

/** All processes are busy and no more may be started. */
export class TooManyRequestsError extends Error {
  override readonly name = "TooManyRequestsError";
  constructor(functionName: string) {
    super(`Rate Exceeded: every process of ${functionName} is busy.`);
  }
}

/** The event is larger than an invocation may carry. */
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

/** The fault that a handler or the runtime reported; `payload` is passed on as it came. */
export function reportedFault(payload: Buffer): FunctionFault {
  return { payload, message: describe(payload) };
}

/** The invocation took longer than the function's timeout. */
export function timeoutFault(requestId: string, timeoutSeconds: number): FunctionFault {
  return fault(
    "Sandbox.Timedout",
    `RequestId: ${requestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`,
  );
}

/** The process ended while it still owed a response. */
export function exitFault(requestId: string, code: number | null, signal: string | null): FunctionFault {
  return fault("Runtime.ExitError", `RequestId: ${requestId} Error: ${describeExit(code, signal)}`);
}

/** The response does not fit into a buffered invocation. */
export function responseTooLargeFault(): FunctionFault {
  return fault(
    "Function.ResponseSizeTooLarge",
    `Response payload size exceeded maximum allowed payload size (${MAX_RESPONSE_BYTES} bytes).`,
  );
}

/** The runtime broke its response off, or what came cannot be understood. */
export function brokenResponseFault(reason: string): FunctionFault {
  return fault("Runtime.TruncatedResponse", reason);
}

/** How a process ended, in Lambda's words. */
export function describeExit(code: number | null, signal: string | null): string {
  if (signal !== null) return `Runtime exited with error: signal: ${signal}`;
  if (code === 0) return "Runtime exited without providing a reason";
  return `Runtime exited with error: exit status ${code ?? "unknown"}`;
}

function fault(errorType: string, errorMessage: string): FunctionFault {
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
