import { type RequestListener, type Server, createServer } from "node:http";
import { refuseOtherHost } from "../host-check.js";

/** A running HTTP server on the loopback interface. */
export interface Front {
  /** `http://127.0.0.1:port` */
  readonly endpoint: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Limit of Node for request line and headers, in bytes. It is higher than all limits that the fronts emulate
 * (CloudFront has 32 KB), so that the response for a large request comes from the front and not from Node.
 */
const MAX_HEADER_BYTES = 64 * 1024;

/** No client in the runner keeps an idle connection for this long: a request on a closing connection would fail. */
const KEEP_ALIVE_MS = 65_000;

export interface LoopbackOptions {
  /** Port 0, the default, selects a free port. */
  readonly port?: number | undefined;
  /** Host names that requests may name, besides those of this machine. See `isAllowedHost`. */
  readonly allowedHosts?: readonly string[] | undefined;
}

/** Serves HTTP on 127.0.0.1. Rejects with `EADDRINUSE` if the port is in use. */
export async function listenOnLoopback(
  listener: RequestListener,
  { port = 0, allowedHosts = [] }: LoopbackOptions = {},
): Promise<Front> {
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      if (!refuseOtherHost(request, response, allowedHosts)) listener(request, response);
    },
  );
  // Uploads and event streams have no time limit.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
  const taken = portOf(server);
  return { endpoint: `http://127.0.0.1:${taken}`, port: taken, close: () => closeServer(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a port.");
  return address.port;
}

/** Closes the server and all connections, even those with running requests. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
