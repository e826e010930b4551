/** Asks an origin, within CloudFront's time limits and attempts. */
import { Agent, type IncomingMessage, request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { readHeaders } from "./message.js";
import { type OriginTarget } from "./origin-choice.js";
import { type OriginRequest } from "./origin-request.js";

/** Where an origin's domain name leads on this machine. */
export interface OriginAddress {
  readonly host: string;
  readonly port: number;
  /** Put before the path, for a service that is told the bucket by the path instead of the host. */
  readonly pathPrefix?: string | undefined;
}

/** An origin's answer; its body is read by the one who gets it, or discarded. */
export interface OriginResponse {
  readonly status: number;
  readonly headers: Map<string, string[]>;
  readonly body: Readable;
}

/** The origin gave no answer: 502 when it can't be reached or speaks nonsense, 504 when it takes too long. */
export class OriginError extends Error {
  override readonly name = "OriginError";
  readonly status: 502 | 504;

  constructor(status: 502 | 504, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** Headers of the origin's connection, and those that only CloudFront itself may set. */
const NOT_PASSED_ON =
  /^(connection|keep-alive|proxy-authenticate|proxy-connection|te|trailer|transfer-encoding|upgrade|via|x-accel-.*|x-amz-cf-.*|x-cache|x-edge-.*)$/;

/** Connections to origins. Close it when the edge ends. */
export function createOriginAgent(): Agent {
  return new Agent({ keepAlive: true, maxFreeSockets: 64 });
}

export interface FetchOptions {
  readonly agent: Agent;
  readonly address: OriginAddress;
  /** The viewer's body, streamed; undefined for methods without one. */
  readonly body?: Readable | undefined;
  /** Ends the request when no one waits for it any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request. GET and HEAD are tried as often as the origin allows. Rejects with an `OriginError`. */
export async function fetchOrigin(
  target: OriginTarget,
  request: OriginRequest,
  options: FetchOptions,
): Promise<OriginResponse> {
  const repeatable = request.method === "GET" || request.method === "HEAD";
  const attempts = repeatable ? target.connectionAttempts : 1;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return readResponse(target, await sendOnce(target, request, options));
    } catch (error) {
      if (attempt >= attempts || options.signal?.aborted === true) throw asOriginError(error, target);
    }
  }
}

function sendOnce(target: OriginTarget, request: OriginRequest, options: FetchOptions): Promise<IncomingMessage> {
  const { address, agent, body, signal } = options;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = httpRequest({
    host: address.host,
    port: address.port,
    method: request.method,
    path: `${address.pathPrefix ?? ""}${request.path}`,
    headers: request.headers,
    setHost: false,
    // What can't be sent twice never goes over a kept connection, which the origin may just be closing.
    agent: body || target.connectionAttempts === 1 ? false : agent,
    ...(signal ? { signal } : {}),
  });
  let timer = deadline(target.connectionTimeoutSeconds, "accepted no connection", outgoing, target);
  outgoing.on("socket", (socket) => {
    if (socket.connecting) socket.once("connect", () => clearTimeout(timer));
    else clearTimeout(timer);
  });
  let answered = false;
  outgoing.on("finish", () => {
    clearTimeout(timer);
    // An origin may refuse a body before it has read all of it.
    if (!answered) timer = deadline(target.readTimeoutSeconds, "did not answer", outgoing, target);
  });
  outgoing.on("response", (response) => {
    answered = true;
    clearTimeout(timer);
    resolve(response);
  });
  outgoing.on("error", (error) => {
    clearTimeout(timer);
    reject(error);
  });
  if (body) body.pipe(outgoing);
  else outgoing.end();
  return promise;
}

function deadline(
  seconds: number,
  what: string,
  stream: { destroy(error: Error): unknown },
  target: OriginTarget,
): NodeJS.Timeout {
  return setTimeout(() => {
    stream.destroy(new OriginError(504, `The origin ${target.id} ${what} within ${seconds} s.`));
  }, seconds * 1_000);
}

function readResponse(target: OriginTarget, response: IncomingMessage): OriginResponse {
  const headers = readHeaders(response.rawHeaders);
  for (const name of [...headers.keys()]) if (NOT_PASSED_ON.test(name)) headers.delete(name);
  const body = Readable.from(withReadTimeout(target, response), { objectMode: false });
  // An abandoned body takes the origin's connection with it, even while a chunk is being waited for.
  body.once("close", () => response.destroy());
  return { status: response.statusCode ?? 502, headers, body };
}

/** The body's chunks. The clock runs only while the edge waits for the origin, not while a slow viewer is served. */
async function* withReadTimeout(target: OriginTarget, response: IncomingMessage): AsyncGenerator<Buffer> {
  const completion =
    target.completionTimeoutSeconds === undefined
      ? undefined
      : deadline(target.completionTimeoutSeconds, "did not finish its answer", response, target);
  const chunks = (response as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = deadline(target.readTimeoutSeconds, "sent nothing more", response, target);
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    clearTimeout(completion);
  }
}

function asOriginError(error: unknown, target: OriginTarget): OriginError {
  if (error instanceof OriginError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new OriginError(502, `The origin ${target.id} can't be reached: ${reason}`, { cause: error });
}
