/** An invocation whose caller waits for the whole response. */
import { type IncomingMessage } from "node:http";
import {
  brokenResponseFault,
  type FunctionFault,
  MAX_RESPONSE_BYTES,
  responseTooLargeFault,
} from "./function-errors.js";
import { type Invocation } from "./function-types.js";
import {
  type InvocationRequest,
  noResponseFault,
  type PendingInvocation,
  type ResponseReceipt,
} from "./pending-invocation.js";
import { trailingFault } from "./response-trailers.js";

/** Makes an invocation that collects the response; what a streaming handler writes is collected as it is. */
export function bufferedInvocation(request: InvocationRequest): PendingInvocation<Invocation> {
  const { promise, resolve, reject } = Promise.withResolvers<Invocation>();
  let outcome: Invocation | undefined;
  const fail = (fault: FunctionFault): void => {
    outcome ??= { functionError: "Unhandled", payload: fault.payload };
  };
  return {
    ...request,
    result: promise,
    async takeResponse(response): Promise<ResponseReceipt> {
      const collected = await collect(response);
      if ("fault" in collected) fail(collected.fault);
      else outcome ??= { payload: collected.body };
      return "tooLarge" in collected ? "too-large" : "accepted";
    },
    fail,
    complete() {
      if (outcome === undefined) fail(noResponseFault());
      if (outcome !== undefined) resolve(outcome);
    },
    reject,
  };
}

type Collected = { readonly body: Buffer } | { readonly fault: FunctionFault; readonly tooLarge?: true };

/** Reads to the end even if it is too much: the runtime hears the refusal only when it has sent everything. */
async function collect(response: IncomingMessage): Promise<Collected> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes <= MAX_RESPONSE_BYTES) chunks.push(chunk);
    }
  } catch {
    return { fault: brokenResponseFault("The response was broken off.") };
  }
  const fault = trailingFault(response);
  if (fault !== undefined) return { fault };
  if (bytes > MAX_RESPONSE_BYTES) return { fault: responseTooLargeFault(), tooLarge: true };
  return { body: Buffer.concat(chunks) };
}
