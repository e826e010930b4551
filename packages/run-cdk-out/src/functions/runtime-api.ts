/**
 * The Runtime API (2018-06-01) for one process, on a loopback port of its own: the port tells which process speaks,
 * since the runtime interface client takes no path in AWS_LAMBDA_RUNTIME_API.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type InvocationRequest, type ResponseReceipt } from "./pending-invocation.js";

/** A runtime that asked for work and waits. */
export interface Poll {
  /** Hands the work over. */
  deliver(request: InvocationRequest, head: { readonly arn: string; readonly deadlineMs: number }): void;
}

/** The process behind the port. */
export interface RuntimeApiListener {
  onNext(poll: Poll): void;
  /** Takes a response until its end; undefined if no such invocation is open. */
  onResponse(requestId: string, response: IncomingMessage): Promise<ResponseReceipt | undefined>;
  /** False if no such invocation is open. */
  onError(requestId: string, payload: Buffer): boolean;
  onInitError(payload: Buffer): void;
}

/** A running Runtime API. */
export interface RuntimeApi {
  /** For AWS_LAMBDA_RUNTIME_API: `127.0.0.1:port`. */
  readonly address: string;
  close(): void;
}

const PREFIX = "/2018-06-01/runtime/";
const INVOCATION = /^invocation\/([^/]+)\/(response|error)$/;
/** A handler's error comes as one base64 trailer, stack included; Node's default for headers is 16 KB. */
const MAX_HEADER_BYTES = 1_048_576;

/** Starts the API of one process. */
export async function startRuntimeApi(listener: RuntimeApiListener): Promise<RuntimeApi> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 0, keepAliveTimeout: 0 });
  server.on("request", (request, response) => {
    route(listener, request, response).catch(() => {
      // The process died in the middle of a request: its exit is reported.
      response.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function route(listener: RuntimeApiListener, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url?.startsWith(PREFIX) ? request.url.slice(PREFIX.length) : "";
  if (request.method === "GET" && path === "invocation/next") {
    listener.onNext(pollOf(response));
    return;
  }
  const [, requestId = "", kind] = request.method === "POST" ? (INVOCATION.exec(path) ?? []) : [];
  if (kind === "response") {
    const receipt = await listener.onResponse(requestId, request);
    request.resume();
    answerReceipt(response, receipt);
  } else if (kind === "error") {
    const known = listener.onError(requestId, await buffer(request));
    answerReceipt(response, known ? "accepted" : undefined);
  } else if (request.method === "POST" && path === "init/error") {
    listener.onInitError(await buffer(request));
    answerReceipt(response, "accepted");
  } else {
    answer(response, 404, { errorType: "NotFound", errorMessage: "The Runtime API has no such operation." });
  }
}

function pollOf(response: ServerResponse): Poll {
  return {
    deliver({ requestId, traceId, payload }, { arn, deadlineMs }) {
      response.writeHead(200, {
        "Content-Type": "application/json",
        "Content-Length": payload.length,
        "Lambda-Runtime-Aws-Request-Id": requestId,
        "Lambda-Runtime-Deadline-Ms": String(deadlineMs),
        "Lambda-Runtime-Invoked-Function-Arn": arn,
        "Lambda-Runtime-Trace-Id": traceId,
      });
      response.end(payload);
    },
  };
}

function answerReceipt(response: ServerResponse, receipt: ResponseReceipt | undefined): void {
  if (receipt === "accepted") answer(response, 202, { status: "OK" });
  else if (receipt === "too-large") answer(response, 413, { errorType: "RequestEntityTooLarge", errorMessage: "" });
  else answer(response, 400, { errorType: "InvalidRequestID", errorMessage: "Invalid request ID" });
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
}
