/** A receiver of webhooks that verifies with the public package `standardwebhooks`, and misbehaves on request. */
import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { webhookBodySchema, type WebhookBody } from "../../core/contract/webhooks-api.js";

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: WebhookBody;
  /** Whether the receiver responded with a success status. */
  readonly accepted: boolean;
  readonly receivedAtMs: number;
}

/**
 * The response to a delivery: a status with headers after a delay, no response at all, or a reset of the connection.
 */
export type Behavior =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly delayMs?: number;
      /** The response is sent when this promise resolves. */
      readonly until?: Promise<unknown>;
    }
  | "hang"
  | "reset";

const OK: Behavior = { status: 204 };

export class WebhookReceiver {
  /** Every delivery that was verified, in order. */
  readonly received: Received[] = [];
  /** Deliveries whose signature is wrong. */
  readonly refused: string[] = [];
  /** The secrets that can have signed deliveries to a path. */
  readonly secrets: string[] = [];
  /** The most deliveries to a path that were open at the same time. */
  readonly mostOpen = new Map<string, number>();
  readonly #open = new Map<string, number>();
  behave: (delivery: { readonly path: string; readonly count: number }) => Behavior = () => OK;
  readonly #hanging = new Set<ServerResponse>();
  #server: Server | undefined;
  #port = 0;
  #count = 0;

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#receive(request, response));
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Closes the port and every connection. `start` opens the same port again. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    this.#hanging.clear();
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.#port}${path}`;
  }

  /** Deliveries to a path that were accepted. */
  acceptedAt(path: string): readonly Received[] {
    return this.received.filter((one) => one.path === path && one.accepted);
  }

  #countOpen(path: string, response: ServerResponse): void {
    const open = (this.#open.get(path) ?? 0) + 1;
    this.#open.set(path, open);
    this.mostOpen.set(path, Math.max(open, this.mostOpen.get(path) ?? 0));
    response.once("close", () => this.#open.set(path, (this.#open.get(path) ?? 0) - 1));
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request);
    const receivedAtMs = Date.now();
    const path = request.url ?? "";
    this.#countOpen(path, response);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    if (!this.secrets.some((secret) => verifies(secret, text, headers))) {
      this.refused.push(`${path}: ${text}`);
      response.writeHead(401).end("The signature is wrong.");
      return;
    }
    this.#count += 1;
    const behavior = this.behave({ path, count: this.#count });
    const accepted = typeof behavior === "object" && behavior.status >= 200 && behavior.status <= 299;
    this.received.push({
      path,
      headers,
      text,
      body: webhookBodySchema.parse(JSON.parse(text)),
      accepted,
      receivedAtMs,
    });
    if (behavior === "hang") this.#hanging.add(response);
    else if (behavior === "reset") request.socket.resetAndDestroy();
    else {
      if (behavior.delayMs !== undefined) await pause(behavior.delayMs);
      await behavior.until;
      response.writeHead(behavior.status, behavior.headers).end(behavior.body);
    }
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function verifies(secret: string, text: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  }
}

/** Returns the legacy signature as its receivers compute it. */
export function legacySignature(secret: string, text: string): string {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  return `sha256=${createHmac("sha256", key).update(text).digest("hex")}`;
}
