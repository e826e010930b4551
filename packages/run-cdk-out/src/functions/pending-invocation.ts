/** An invocation on its way: what is handed to a process, and where the process's answer goes. */
import { randomBytes, randomUUID } from "node:crypto";
import { type IncomingMessage } from "node:http";
import {
  brokenResponseFault,
  type FunctionFault,
  MAX_REQUEST_BYTES,
  RequestEntityTooLargeError,
} from "./function-errors.js";

/** How the runtime's response was taken. */
export type ResponseReceipt = "accepted" | "too-large";

/** What an invocation hands to the runtime. */
export interface InvocationRequest {
  /** The same for all attempts of an asynchronous invocation. */
  readonly requestId: string;
  readonly traceId: string;
  readonly payload: Buffer;
}

/** An invocation that a process can be given; `Result` is what its caller waits for. */
export interface PendingInvocation<Result = unknown> extends InvocationRequest {
  readonly result: Promise<Result>;
  /** Takes the response as it comes in; resolves when all of it has come, or the runtime broke it off. Never rejects. */
  takeResponse(response: IncomingMessage): Promise<ResponseReceipt>;
  /** Takes a failure. Of no effect once the whole response is there. */
  fail(fault: FunctionFault): void;
  /** The process is free again or gone: whatever is there now is the result. */
  complete(): void;
  /** Refuses the invocation before a process had it. */
  reject(error: Error): void;
}

/** Encodes an event; throws RequestEntityTooLargeError beyond Lambda's limit. */
export function invocationRequest(
  event: unknown,
  ids: { readonly requestId?: string; readonly traceId?: string | undefined } = {},
): InvocationRequest {
  const payload = Buffer.from(JSON.stringify(event ?? {}));
  if (payload.length > MAX_REQUEST_BYTES) throw new RequestEntityTooLargeError();
  return { requestId: ids.requestId ?? randomUUID(), traceId: ids.traceId ?? newTraceId(), payload };
}

/** The fault of an invocation whose process answered nothing at all. */
export function noResponseFault(): FunctionFault {
  return brokenResponseFault("The runtime gave no response.");
}

function newTraceId(): string {
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return `Root=1-${seconds}-${randomBytes(12).toString("hex")};Parent=${randomBytes(8).toString("hex")};Sampled=0`;
}
