/** Receives webhooks and responses of custom resources, and keeps the IDs of the events. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export class HookReceiver {
  /** The accepted bodies by path. An event can be received more than once. */
  readonly #accepted = new Map<string, Record<string, unknown>[]>();
  /** How many of the next deliveries to a path are refused with status 500. */
  readonly #refusals = new Map<string, number>();
  readonly #server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? "";
      const refusals = this.#refusals.get(path) ?? 0;
      this.#refusals.set(path, refusals - 1);
      const received = JSON.parse(body) as Record<string, unknown>;
      if (refusals <= 0) this.#accepted.set(path, [...this.bodiesAt(path), received]);
      response.writeHead(refusals > 0 ? 500 : 204).end();
    });
  });

  async start(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await Promise.resolve();
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  refuse(path: string, deliveries: number): void {
    this.#refusals.set(path, deliveries);
  }

  bodiesAt(path: string): readonly Record<string, unknown>[] {
    return this.#accepted.get(path) ?? [];
  }

  /** The IDs of the accepted events. */
  acceptedAt(path: string): readonly string[] {
    return this.bodiesAt(path).map(({ eventId }) => String(eventId));
  }
}
