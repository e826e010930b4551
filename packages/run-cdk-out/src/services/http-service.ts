/** A loopback HTTP server whose end can be waited for. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AwsError } from "./aws-error.js";
import type { Service } from "./service.js";

/**
 * Answers one request. `signal` aborts when the client goes away or the service closes. A rejection is a fault of the
 * service itself: it is written to standard error and answered with a bare 500.
 */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse, signal: AbortSignal) => Promise<void>;

/** Listens on 127.0.0.1 alone. */
export async function startHttpService(handler: RequestHandler, port = 0): Promise<Service> {
  const running = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const answer = handler(request, response, gone.signal).catch((error: unknown) => fail(response, error));
    running.add(answer);
    void answer.finally(() => running.delete(answer));
  });
  // Longer than any client keeps an idle connection, so that no request meets a closing socket.
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

/** Runs the work at the first call; every call gets its one result. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= work());
}

/** Reads a whole body; more than `maxBytes` is refused with 413. */
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
  // A client that went away is no fault of the service.
  if (response.destroyed) return;
  console.error(error);
  if (response.headersSent) response.destroy();
  else response.writeHead(500).end();
}
