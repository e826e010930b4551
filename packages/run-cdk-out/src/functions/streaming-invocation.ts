/** An invocation whose caller takes the response while it is written. */
import { type IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { brokenResponseFault, type FunctionFault } from "./function-errors.js";
import { type HttpPrelude, type StreamedInvocation } from "./function-types.js";
import { type InvocationRequest, noResponseFault, type PendingInvocation } from "./pending-invocation.js";
import { PRELUDE_CONTENT_TYPE, PreludeReader } from "./prelude.js";
import { trailingFault } from "./response-trailers.js";

/** Makes an invocation whose result is there with the handler's first bytes. */
export function streamingInvocation(request: InvocationRequest): PendingInvocation<StreamedInvocation> {
  const { promise, resolve, reject } = Promise.withResolvers<StreamedInvocation>();
  const sink = new ResponseSink(resolve);
  return {
    ...request,
    result: promise,
    async takeResponse(response) {
      await receive(response, sink);
      return "accepted";
    },
    fail: (fault) => sink.fail(fault),
    complete: () => sink.fail(noResponseFault()),
    reject,
  };
}

async function receive(response: IncomingMessage, sink: ResponseSink): Promise<void> {
  try {
    await (response.headers["content-type"] === PRELUDE_CONTENT_TYPE ? copyHttp(response, sink) : copy(response, sink));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    sink.fail(brokenResponseFault(`The response stream is broken: ${reason}`));
    response.resume();
    return;
  }
  const fault = trailingFault(response);
  if (fault === undefined) sink.end();
  else sink.fail(fault);
}

async function copy(response: IncomingMessage, sink: ResponseSink): Promise<void> {
  const contentType = response.headers["content-type"];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    sink.open(contentType === undefined ? {} : { contentType });
    await sink.write(chunk);
  }
}

/**
 * Copies a response that should begin with a prelude. As in Lambda, the runtime sends the prelude with the handler's
 * first `write`: `end()` alone gives an empty response without it, `end(body)` alone a broken one
 * (aws/aws-lambda-nodejs-runtime-interface-client#97).
 */
async function copyHttp(response: IncomingMessage, sink: ResponseSink): Promise<void> {
  const reader = new PreludeReader();
  let open = false;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (open) {
      await sink.write(chunk);
      continue;
    }
    const split = reader.push(chunk);
    if (split === undefined) continue;
    open = true;
    sink.open({ prelude: split.prelude });
    await sink.write(split.rest);
  }
  if (!open && reader.begun && trailingFault(response) === undefined) throw new Error("it ends without its prelude");
}

/** The caller's end: opened by the first bytes, then a body that ends well or is destroyed. */
class ResponseSink {
  readonly #body = new PassThrough();
  readonly #answer: (result: StreamedInvocation) => void;
  #state: "waiting" | "open" | "closed" = "waiting";

  constructor(answer: (result: StreamedInvocation) => void) {
    this.#answer = answer;
    // The caller may have let go of the body before it breaks; that is no reason to end the runner.
    this.#body.on("error", () => undefined);
  }

  open(head: { readonly prelude?: HttpPrelude; readonly contentType?: string }): void {
    if (this.#state !== "waiting") return;
    this.#state = "open";
    this.#answer({ ...head, body: this.#body });
  }

  /** Waits for a slow caller; discards what nobody wants any more. */
  async write(chunk: Buffer): Promise<void> {
    const body = this.#body;
    if (this.#state !== "open" || body.destroyed || chunk.length === 0 || body.write(chunk)) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        body.off("drain", done).off("close", done);
        resolve();
      };
      body.on("drain", done).on("close", done);
    });
  }

  end(): void {
    this.open({});
    if (this.#state === "open") this.#body.end();
    this.#state = "closed";
  }

  fail(fault: FunctionFault): void {
    if (this.#state === "open") this.#body.destroy(new Error(fault.message));
    if (this.#state === "waiting") {
      this.#body.end();
      this.#answer({ functionError: "Unhandled", errorPayload: fault.payload, body: this.#body });
    }
    this.#state = "closed";
  }
}
