/** Real servers on loopback, for tests of the fetcher. Closing a server closes all its connections. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import type { ServerCertificate } from "./self-signed-certificate.js";

export interface LoopbackServer {
  readonly port: number;
  /** `http://127.0.0.1:<port>`, or https. */
  readonly origin: string;
  /** Resolves when no client is connected. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function serveHttp(listener: RequestListener): Promise<LoopbackServer> {
  return listen(createServer(listener), "http");
}

export function serveHttps(certificate: ServerCertificate, listener: RequestListener): Promise<LoopbackServer> {
  return listen(createTlsServer({ ...certificate }, listener), "https");
}

export function serveTcp(onConnection: (socket: Socket) => void): Promise<LoopbackServer> {
  return listen(createTcpServer(onConnection), "http");
}

async function listen(server: Server, scheme: "http" | "https"): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      server.emit("socket-closed");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `${scheme}://127.0.0.1:${port}`,
    idle: async () => {
      while (sockets.size > 0) await once(server, "socket-closed");
    },
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Collects the servers of a test, so that they can all be closed at its end. */
export class OpenServers {
  readonly #servers: LoopbackServer[] = [];

  async add(server: Promise<LoopbackServer>): Promise<LoopbackServer> {
    const opened = await server;
    this.#servers.push(opened);
    return opened;
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.#servers.splice(0).map((server) => server.close()));
  }
}
