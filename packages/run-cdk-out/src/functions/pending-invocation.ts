/** An invocation that has not ended: the data for the process, and the handling of the response. */
import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
  brokenResponseFailure,
  type FunctionFailure,
  MAX_REQUEST_BYTES,
  RequestEntityTooLargeError,
} from "./function-errors.js";

/** The result of taking a response from the runtime. */
export type ResponseReceipt = "accepted" | "too-large";

/** The data that the runtime receives for an invocation. */
export interface InvocationRequest {
  /** All attempts of an asynchronous invocation have the same ID. */
  readonly requestId: string;
  readonly traceId: string;
  readonly payload: Buffer;
}

/** An invocation that a process can run. Its caller waits for `Result`. */
export interface PendingInvocation<Result = unknown> extends InvocationRequest {
  readonly result: Promise<Result>;
  /** Takes the response as it arrives. Resolves when it is complete or has ended early. Never rejects. */
  takeResponse(response: IncomingMessage): Promise<ResponseReceipt>;
  /** Takes a failure. Has no effect after a complete response. */
  fail(failure: FunctionFailure): void;
  /** Called when the process is free again or has ended: the bytes received so far are the result. */
  complete(): void;
  /** Rejects an invocation that no process has run. */
  reject(error: Error): void;
}

/** Encodes an event. Throws RequestEntityTooLargeError if it is larger than Lambda allows. */
export function invocationRequest(
  event: unknown,
  ids: { readonly requestId?: string; readonly traceId?: string | undefined } = {},
): InvocationRequest {
  const payload = Buffer.from(JSON.stringify(event ?? {}));
  if (payload.length > MAX_REQUEST_BYTES) throw new RequestEntityTooLargeError();
  return { requestId: ids.requestId ?? randomUUID(), traceId: ids.traceId ?? newTraceId(), payload };
}

/** Returns the failure of an invocation without a response. */
export function noResponseFailure(): FunctionFailure {
  return brokenResponseFailure("The runtime sent no response.");
}

function newTraceId(): string {
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return `Root=1-${seconds}-${randomBytes(12).toString("hex")};Parent=${randomBytes(8).toString("hex")};Sampled=0`;
}
