/** An invocation whose caller waits for the whole response. */
import type { IncomingMessage } from "node:http";
import {
  brokenResponseFailure,
  type FunctionFailure,
  MAX_RESPONSE_BYTES,
  responseTooLargeFailure,
} from "./function-errors.js";
import type { Invocation } from "./function-types.js";
import {
  type InvocationRequest,
  noResponseFailure,
  type PendingInvocation,
  type ResponseReceipt,
} from "./pending-invocation.js";
import { trailingFailure } from "./response-trailers.js";

/** Creates an invocation that collects the response. The response of a streaming handler is collected unchanged. */
export function bufferedInvocation(request: InvocationRequest): PendingInvocation<Invocation> {
  const { promise, resolve, reject } = Promise.withResolvers<Invocation>();
  let outcome: Invocation | undefined;
  const fail = (failure: FunctionFailure): void => {
    outcome ??= { functionError: "Unhandled", payload: failure.payload };
  };
  return {
    ...request,
    result: promise,
    async takeResponse(response): Promise<ResponseReceipt> {
      const collected = await collect(response);
      if ("failure" in collected) fail(collected.failure);
      else outcome ??= { payload: collected.body };
      return "tooLarge" in collected ? "too-large" : "accepted";
    },
    fail,
    complete() {
      if (outcome === undefined) fail(noResponseFailure());
      if (outcome !== undefined) resolve(outcome);
    },
    reject,
  };
}

type Collected = { readonly body: Buffer } | { readonly failure: FunctionFailure; readonly tooLarge?: true };

/**
 * Reads to the end even if the response is too large: the runtime reads the refusal only after it has sent everything.
 */
async function collect(response: IncomingMessage): Promise<Collected> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes <= MAX_RESPONSE_BYTES) chunks.push(chunk);
    }
  } catch {
    return { failure: brokenResponseFailure("The response ended before it was complete.") };
  }
  const failure = trailingFailure(response);
  if (failure !== undefined) return { failure };
  if (bytes > MAX_RESPONSE_BYTES) return { failure: responseTooLargeFailure(), tooLarge: true };
  return { body: Buffer.concat(chunks) };
}
