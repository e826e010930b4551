/** What the tests of the fronts share: plain HTTP requests as they are written, and functions that run in process. */
import { type IncomingMessage, type OutgoingHttpHeaders, request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Invocation, type Invoker, type StreamedInvocation } from "../../src/fronts/invoker.js";

export interface Sent {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders | readonly string[];
  readonly body?: Buffer | string;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  readonly text: string;
}

/** Sends one request, its target exactly as given, and reads the whole answer. */
export async function send(endpoint: string, target: string, sent: Sent = {}): Promise<Received> {
  const response = await open(endpoint, target, sent);
  const body = await buffer(response);
  return { status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString("utf8") };
}

/** Sends one request and resolves with the answer's head; its body is left to the caller. */
export function open(endpoint: string, target: string, sent: Sent = {}): Promise<IncomingMessage> {
  const { hostname, port } = new URL(endpoint);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path: target, method: sent.method ?? "GET", agent: false as const };
    const request = httpRequest({ ...options, headers: sent.headers as OutgoingHttpHeaders }, resolve);
    request.on("error", reject);
    request.end(sent.body);
  });
}

/** The event that a front made, as far as the tests look into it. */
export interface FrontEvent {
  readonly version: string;
  readonly routeKey: string;
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly cookies?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly queryStringParameters?: Readonly<Record<string, string>>;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly requestContext: Readonly<Record<string, unknown>> & { readonly http: Readonly<Record<string, string>> };
  readonly body?: string;
  readonly isBase64Encoded: boolean;
}

/** A function that runs in the test, with the events it was given. */
export interface FakeFunction extends Invoker {
  readonly events: FrontEvent[];
}

/** A function that answers whatever `handle` returns; what it throws is the function's own failure. */
export function answering(handle: (event: FrontEvent) => unknown): FakeFunction {
  const events: FrontEvent[] = [];
  return {
    events,
    async invoke(event: unknown): Promise<Invocation> {
      events.push(event as FrontEvent);
      try {
        return { payload: Buffer.from(JSON.stringify((await handle(event as FrontEvent)) ?? null)) };
      } catch (error) {
        return { functionError: "Unhandled", payload: Buffer.from(JSON.stringify({ errorMessage: String(error) })) };
      }
    },
    invokeStreaming: () => Promise.reject(new Error("This function is invoked buffered.")),
  };
}

/** A function that streams. */
export function streaming(handle: (event: FrontEvent) => StreamedInvocation): FakeFunction {
  const events: FrontEvent[] = [];
  return {
    events,
    invoke: () => Promise.reject(new Error("This function is invoked streaming.")),
    async invokeStreaming(event: unknown): Promise<StreamedInvocation> {
      events.push(event as FrontEvent);
      return handle(event as FrontEvent);
    },
  };
}

/** A promise and its resolver: a gate that the test opens. */
export function gate(): { readonly opened: Promise<unknown>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  return { opened: promise, open: () => resolve(undefined) };
}

/** A readable stream of the given pieces, each awaited before it is given. */
export function pieces(...values: readonly (string | Buffer | Promise<string | Buffer>)[]): Readable {
  return Readable.from(values as Iterable<unknown>, { objectMode: true });
}
