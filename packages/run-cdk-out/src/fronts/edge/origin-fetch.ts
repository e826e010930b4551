/** Sends requests to origins, with CloudFront's time limits and attempts. */
import { Agent, type IncomingMessage, request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { readHeaders } from "./message.js";
import type { OriginTarget } from "./origin-choice.js";
import type { OriginRequest } from "./origin-request.js";

/** The local address of an origin. */
export interface OriginAddress {
  readonly host: string;
  readonly port: number;
  /** Prefix of the path, for path-style URLs of S3. */
  readonly pathPrefix?: string | undefined;
}

/** The response of an origin. The caller reads or discards the body. */
export interface OriginResponse {
  readonly status: number;
  readonly headers: Map<string, string[]>;
  readonly body: Readable;
}

/** The origin gave no valid response: 502 if it is unreachable or its response is invalid, 504 after a time limit. */
export class OriginError extends Error {
  override readonly name = "OriginError";
  readonly status: 502 | 504;

  constructor(status: 502 | 504, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** Headers of the connection to the origin, and headers that only CloudFront sets. */
const NOT_PASSED_ON =
  /^(connection|keep-alive|proxy-authenticate|proxy-connection|te|trailer|transfer-encoding|upgrade|via|x-accel-.*|x-amz-cf-.*|x-cache|x-edge-.*)$/;

/** Creates the agent for the connections to origins. Destroy it when the edge closes. */
export function createOriginAgent(): Agent {
  return new Agent({ keepAlive: true, maxFreeSockets: 64 });
}

export interface FetchOptions {
  readonly agent: Agent;
  readonly address: OriginAddress;
  /** The body of the viewer; undefined if there is none. */
  readonly body?: Readable | undefined;
  /** Aborts the request when nobody waits for it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request. GET and HEAD have as many attempts as the settings of the origin allow. Rejects with an
 * `OriginError`.
 */
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
    // A request with only one attempt must not use an idle connection, which the origin could close at that moment.
    agent: body || target.connectionAttempts === 1 ? false : agent,
    ...(signal ? { signal } : {}),
  });
  let timer = deadline(target.connectionTimeoutSeconds, "did not accept a connection", outgoing, target);
  outgoing.on("socket", (socket) => {
    if (socket.connecting) socket.once("connect", () => clearTimeout(timer));
    else clearTimeout(timer);
  });
  let hasResponse = false;
  outgoing.on("finish", () => {
    clearTimeout(timer);
    // An origin can respond before it has read the whole body.
    if (!hasResponse) timer = deadline(target.readTimeoutSeconds, "did not respond", outgoing, target);
  });
  outgoing.on("response", (response) => {
    hasResponse = true;
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
  // Close the connection to the origin when the body is destroyed, even while it waits for a chunk.
  body.once("close", () => response.destroy());
  return { status: response.statusCode ?? 502, headers, body };
}

/**
 * Yields the chunks of the body. The time limit applies only while the edge waits for the origin, not for a slow
 * viewer.
 */
async function* withReadTimeout(target: OriginTarget, response: IncomingMessage): AsyncGenerator<Buffer> {
  const completion =
    target.completionTimeoutSeconds === undefined
      ? undefined
      : deadline(target.completionTimeoutSeconds, "did not complete its response", response, target);
  const chunks = (response as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = deadline(target.readTimeoutSeconds, "sent no more data", response, target);
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
  return new OriginError(502, `The origin ${target.id} is unreachable: ${reason}`, { cause: error });
}
