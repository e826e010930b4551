/** A receiver of webhooks on this computer, which checks the signature of each delivery. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { webhookHeaders } from "../core/signing/webhook-signature.js";

export interface ReceiverOptions {
  /** Returns the secret of the endpoint, which is known only after the endpoint exists. */
  readonly secret: () => string;
  /** Receives the body of each delivery whose signature is valid. */
  readonly onDelivery: (body: string) => Promise<void> | void;
  /** Called for each request whose signature is not valid. */
  readonly onRefused: () => Promise<void> | void;
}

export interface Receiver {
  /** `http://127.0.0.1:port/` */
  readonly url: string;
  close(): void;
}

/** Starts the receiver on a free port. It returns 204 for a valid delivery, and 400 otherwise. */
export async function startReceiver({ secret, onDelivery, onRefused }: ReceiverOptions): Promise<Receiver> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readText(request);
      const isValid = isSigned(request, body, secret());
      await (isValid ? onDelivery(body) : onRefused());
      response.writeHead(isValid ? 204 : 400).end();
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function isSigned({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const id = String(headers["webhook-id"]);
  const atMs = Number(headers["webhook-timestamp"]) * 1000;
  return headers["webhook-signature"] === webhookHeaders([secret], { id, atMs, body })["webhook-signature"];
}
