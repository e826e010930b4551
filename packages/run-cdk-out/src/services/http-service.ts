/** A loopback HTTP server whose shutdown waits for running requests. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { refuseOtherHost } from "../host-check.js";
import { AwsError } from "./aws-error.js";
import type { Service } from "./service.js";

/**
 * Handles one request. `signal` aborts when the client disconnects or the service closes. A rejection is a bug in the
 * service: it is logged to standard error, and the response is 500 without a body.
 */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse, signal: AbortSignal) => Promise<void>;

/** Listens on 127.0.0.1 only. See `isAllowedHost` for `allowedHosts`. */
export async function startHttpService(
  handler: RequestHandler,
  port = 0,
  allowedHosts: readonly string[] = [],
): Promise<Service> {
  const running = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    if (refuseOtherHost(request, response, allowedHosts)) return;
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const handling = handler(request, response, gone.signal).catch((error: unknown) => fail(response, error));
    running.add(handling);
    void handling.finally(() => running.delete(handling));
  });
  // No client keeps an idle connection for this long: a request on a closing socket would fail.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: once(async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await Promise.allSettled(running);
    }),
  };
}

/** Runs the work on the first call. All calls return the same result. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= work());
}

/** Reads a whole body. Throws error 413 if the body has more than `maxBytes`. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new AwsError("RequestEntityTooLarge", `The body exceeds ${maxBytes} bytes.`, 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function fail(response: ServerResponse, error: unknown): void {
  // The client has disconnected.
  if (response.destroyed) return;
  console.error(error);
  if (response.headersSent) response.destroy();
  else response.writeHead(500).end();
}
