/** Helpers for the tests of the fronts: raw HTTP requests, and functions that run in the test. */
import { type IncomingMessage, type OutgoingHttpHeaders, request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Invocation, Invoker, StreamedInvocation } from "../../src/fronts/invoker.js";

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

/** Sends a request without changing its target, and reads the whole response. */
export async function send(endpoint: string, target: string, sent: Sent = {}): Promise<Received> {
  const response = await open(endpoint, target, sent);
  const body = await buffer(response);
  return { status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString("utf8") };
}

/** Sends a request and resolves when the head of the response arrives. The caller reads the body. */
export function open(endpoint: string, target: string, sent: Sent = {}): Promise<IncomingMessage> {
  const { hostname, port } = new URL(endpoint);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path: target, method: sent.method ?? "GET", agent: false as const };
    const request = httpRequest({ ...options, headers: sent.headers as OutgoingHttpHeaders }, resolve);
    request.on("error", reject);
    request.end(sent.body);
  });
}

/** The chunks of a response body as text, each as soon as it arrives. */
export function chunksOf(response: IncomingMessage): AsyncIterator<string> {
  return (response.setEncoding("utf8") as AsyncIterable<string>)[Symbol.asyncIterator]();
}

/** The parts of a front's event that the tests use. */
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

/** A function that runs in the test, with the events of its invocations. */
export interface FakeFunction extends Invoker {
  readonly events: FrontEvent[];
}

/** A buffered function with the result of `handle`. If `handle` throws, the function fails. */
export function respondingFunction(handle: (event: FrontEvent) => unknown): FakeFunction {
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

/** A streaming function. */
export function streamingFunction(handle: (event: FrontEvent) => StreamedInvocation): FakeFunction {
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

/** A promise that the test resolves. */
export function latch(): { readonly opened: Promise<unknown>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  return { opened: promise, open: () => resolve(undefined) };
}

/** A readable stream of the given pieces, some of which can be promises. */
export function pieces(...values: readonly (string | Buffer | Promise<string | Buffer>)[]): Readable {
  return Readable.from(values as Iterable<unknown>, { objectMode: true });
}
