/**
 * The Runtime API (2018-06-01) for one process. Each process has its own loopback port, which identifies it: the
 * runtime interface client accepts no path in AWS_LAMBDA_RUNTIME_API.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { refuseOtherHost } from "../host-check.js";
import type { InvocationRequest, ResponseReceipt } from "./pending-invocation.js";

/** A request of the runtime for its next invocation. */
export interface Poll {
  /** Responds with the invocation. */
  deliver(request: InvocationRequest, head: { readonly arn: string; readonly deadlineMs: number }): void;
}

export interface RuntimeApiListener {
  onNext(poll: Poll): void;
  /** Takes a response until its end. Returns undefined if no such invocation is running. */
  onResponse(requestId: string, response: IncomingMessage): Promise<ResponseReceipt | undefined>;
  /** Returns false if no such invocation is running. */
  onError(requestId: string, payload: Buffer): boolean;
  onInitError(payload: Buffer): void;
}

export interface RuntimeApi {
  /** The value of AWS_LAMBDA_RUNTIME_API: `127.0.0.1:port`. */
  readonly address: string;
  close(): void;
}

const PREFIX = "/2018-06-01/runtime/";
const INVOCATION = /^invocation\/([^/]+)\/(response|error)$/;
/**
 * The error of a handler arrives in one Base64 trailer, with its stack. The default limit of Node.js for headers is 16
 * KB.
 */
const MAX_HEADER_BYTES = 1_048_576;

/** Starts the API of one process. */
export async function startRuntimeApi(listener: RuntimeApiListener): Promise<RuntimeApi> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 0, keepAliveTimeout: 0 });
  server.on("request", (request, response) => {
    if (refuseOtherHost(request, response, [])) return;
    route(listener, request, response).catch(() => {
      // The process ended during a request. Its exit is reported elsewhere.
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
    respondToReceipt(response, receipt);
  } else if (kind === "error") {
    const known = listener.onError(requestId, await buffer(request));
    respondToReceipt(response, known ? "accepted" : undefined);
  } else if (request.method === "POST" && path === "init/error") {
    listener.onInitError(await buffer(request));
    respondToReceipt(response, "accepted");
  } else {
    respond(response, 404, { errorType: "NotFound", errorMessage: "The Runtime API has no such operation." });
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

function respondToReceipt(response: ServerResponse, receipt: ResponseReceipt | undefined): void {
  if (receipt === "accepted") respond(response, 202, { status: "OK" });
  else if (receipt === "too-large") respond(response, 413, { errorType: "RequestEntityTooLarge", errorMessage: "" });
  else respond(response, 400, { errorType: "InvalidRequestID", errorMessage: "Invalid request ID" });
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
}
