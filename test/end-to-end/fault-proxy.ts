/** A server in front of the service that puts in faults, as networks and gateways do. */
import { once } from "node:events";
import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/**
 * What happens to one request. `refuse` and `unavailable` do not reach the service. `lose` and `gateway-timeout` do, and
 * only the response is lost. `cut` sends half of the response, `slow` sends it in pieces.
 */
export type Fault = "none" | "refuse" | "unavailable" | "cut-request" | "lose" | "gateway-timeout" | "cut" | "slow";

/** A proxy, and what went through it. */
export class FaultProxy {
  readonly #target: URL;
  readonly #server: Server;
  #faults: Fault[] = [];
  /** The requests that reached the service since the faults were set, such as `POST /api/v1/render`. */
  forwarded: string[] = [];

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch(() => response.destroy());
    });
  }

  /** Starts a proxy in front of a base URL. */
  static async start(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next requests get these faults, one each. All later ones get none. */
  plan(...faults: Fault[]): void {
    this.#faults = faults;
    this.forwarded = [];
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.#faults.shift() ?? "none";
    const body = await bytesOf(request);
    if (fault === "cut-request") {
      response.destroy();
      return;
    }
    if (fault === "refuse" || fault === "unavailable") {
      const [status, code] =
        fault === "refuse" ? ([429, "RATE_LIMITED"] as const) : ([503, "QUEUE_UNAVAILABLE"] as const);
      fail(response, status, code, { "retry-after": "0" });
      return;
    }
    this.forwarded.push(`${request.method ?? ""} ${(request.url ?? "").replace(/\?.*/, "")}`);
    const headers = { ...request.headers, host: this.#target.host, connection: "close" };
    const upstream = send(new URL(request.url ?? "", this.#target), { method: request.method, headers });
    upstream.end(body);
    const [received] = (await once(upstream, "response")) as [IncomingMessage];
    if (fault === "none") {
      response.writeHead(received.statusCode ?? 500, received.headers);
      response.flushHeaders();
      received.on("error", () => response.destroy()).pipe(response);
      return;
    }
    await deliver(fault, received, response);
  }
}

async function deliver(fault: Fault, received: IncomingMessage, response: ServerResponse): Promise<void> {
  // A stream of events has no end to wait for: its first part is delivered, and then the connection is cut.
  const isStream = received.headers["content-type"]?.startsWith("text/event-stream") === true;
  const content = isStream ? await firstEventOf(received) : await bytesOf(received);
  if (fault === "lose") {
    response.destroy();
    return;
  }
  if (fault === "gateway-timeout") {
    fail(response, 504, undefined, {});
    return;
  }
  response.writeHead(received.statusCode ?? 500, received.headers);
  const size = fault === "cut" && !isStream ? Math.ceil(content.length / 2) : content.length;
  const step = fault === "slow" ? Math.ceil(size / 8) : size;
  for (let at = 0; at < size; at += step) {
    response.write(content.subarray(at, at + step));
    await pause(5);
  }
  if (fault === "slow") response.end();
  else response.destroy();
}

function fail(
  response: ServerResponse,
  status: number,
  code: string | undefined,
  headers: Record<string, string>,
): void {
  const error = "The proxy responds in place of the service.";
  const body = code === undefined ? { message: error } : { error, message: error, code, requestId: "proxy" };
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function firstEventOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) {
    parts.push(part as Buffer);
    if (Buffer.concat(parts).includes("data: ")) break;
  }
  return Buffer.concat(parts);
}
