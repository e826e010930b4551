/** An invocation whose caller reads the response while it is written. */
import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { brokenResponseFailure, type FunctionFailure } from "./function-errors.js";
import type { HttpPrelude, StreamedInvocation } from "./function-types.js";
import { type InvocationRequest, noResponseFailure, type PendingInvocation } from "./pending-invocation.js";
import { PRELUDE_CONTENT_TYPE, PreludeReader } from "./prelude.js";
import { trailingFailure } from "./response-trailers.js";

/** Creates an invocation whose result is available when the handler has written its first bytes. */
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
    fail: (failure) => sink.fail(failure),
    complete: () => sink.fail(noResponseFailure()),
    reject,
  };
}

async function receive(response: IncomingMessage, sink: ResponseSink): Promise<void> {
  try {
    await (response.headers["content-type"] === PRELUDE_CONTENT_TYPE ? copyHttp(response, sink) : copy(response, sink));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    sink.fail(brokenResponseFailure(`The response stream is malformed: ${reason}`));
    response.resume();
    return;
  }
  const failure = trailingFailure(response);
  if (failure === undefined) sink.end();
  else sink.fail(failure);
}

async function copy(response: IncomingMessage, sink: ResponseSink): Promise<void> {
  const contentType = response.headers["content-type"];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    sink.open(contentType === undefined ? {} : { contentType });
    await sink.write(chunk);
  }
}

/**
 * Copies a response that should begin with a prelude. As in Lambda, the runtime sends the prelude with the first
 * `write` of the handler: `end()` alone is an empty response without it, and `end(body)` alone is a broken response
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
  if (!open && reader.begun && trailingFailure(response) === undefined)
    throw new Error("it ends before the end of its prelude");
}

/** The response that the caller reads. The first bytes open it. Then it ends, or a failure destroys it. */
class ResponseSink {
  readonly #body = new PassThrough();
  readonly #resolve: (result: StreamedInvocation) => void;
  #state: "waiting" | "open" | "closed" = "waiting";

  constructor(resolve: (result: StreamedInvocation) => void) {
    this.#resolve = resolve;
    // The caller may no longer listen when the body breaks. Without a listener, the error would end the runner.
    this.#body.on("error", () => undefined);
  }

  open(head: { readonly prelude?: HttpPrelude; readonly contentType?: string }): void {
    if (this.#state !== "waiting") return;
    this.#state = "open";
    this.#resolve({ ...head, body: this.#body });
  }

  /** Waits for a slow caller. Discards the bytes if the caller has destroyed the body. */
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

  fail(failure: FunctionFailure): void {
    if (this.#state === "open") this.#body.destroy(new Error(failure.message));
    if (this.#state === "waiting") {
      this.#body.end();
      this.#resolve({ functionError: "Unhandled", errorPayload: failure.payload, body: this.#body });
    }
    this.#state = "closed";
  }
}
