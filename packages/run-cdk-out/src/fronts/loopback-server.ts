import { type RequestListener, type Server, createServer } from "node:http";

/** A front that listens: its address, and how to end it. */
export interface Front {
  /** `http://127.0.0.1:port` */
  readonly endpoint: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Bytes of request line and headers that are read at most. Above each limit that the fronts emulate (CloudFront takes
 * 32 KB), so that the front answers as AWS does before Node would.
 */
const MAX_HEADER_BYTES = 64 * 1024;

/** Idle connections outlive those of any client in the runner, so that no client writes to one that is being closed. */
const KEEP_ALIVE_MS = 65_000;

/** Serves HTTP on 127.0.0.1. Port 0, the default, takes a free one; a port that is taken rejects with `EADDRINUSE`. */
export async function listenOnLoopback(listener: RequestListener, port = 0): Promise<Front> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS }, listener);
  // Uploads and event streams last as long as they need to.
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
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  return address.port;
}

/** Ends the server with all of its connections, those of running requests too. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
