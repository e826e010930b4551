/** Runs `irs webhooks`. Every action throws UsageError or ApiError. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { renderCompleted } from "../../core/contract/events/render-completed.js";
import { WEBHOOK_LIMITS } from "../../core/contract/limits.js";
import { createdEndpointSchema } from "../../core/contract/webhooks-api.js";
import { createGuardedFetcher, FetchFailure } from "@image-render/guarded-fetch";
import { createWebhookSecret, isWebhookSecret, webhookHeaders } from "../../core/signing/webhook-signature.js";
import { connect } from "../api/connect.js";
import type { ConnectionOptions, TestWebhookOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { printable, type Terminal, write } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { startReceiver } from "../webhook-receiver.js";

/** Runs `irs webhooks test`. It applies the same limits and rules as the service. */
export async function testWebhook(terminal: Terminal, url: string, { secret }: TestWebhookOptions): Promise<number> {
  if (secret !== undefined && !isWebhookSecret(secret)) {
    throw new UsageError("The secret must be whsec_ and the base64 text of at least 24 bytes.");
  }
  const signing = secret ?? createWebhookSecret();
  if (secret === undefined) await write(terminal.err, `Signed with a new secret: ${signing}\n`);
  const id = `${randomUUID()}.done`;
  const body = JSON.stringify(sample(id));
  const headers = { "content-type": "application/json", ...webhookHeaders([signing], { id, atMs: Date.now(), body }) };
  const fetcher = createGuardedFetcher({ limits: WEBHOOK_LIMITS, allowLoopback: true });
  try {
    const request = { method: "POST", headers, body, redirects: "refuse", onOverflow: "cut" } as const;
    const { status, bytes } = await fetcher.fetch(url, request);
    await write(terminal.out, `${status}${bytes.byteLength === 0 ? "" : ` ${printable(bytes.toString("utf8"))}`}\n`);
    if (status >= 200 && status <= 299) return EXIT.ok;
    await write(terminal.err, "The service would repeat this delivery, because the status is not 200 to 299.\n");
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    await write(terminal.err, `${error.message}\n`);
  }
  return EXIT.issues;
}

function sample(eventId: string) {
  const { type, webhook } = renderCompleted;
  const now = new Date().toISOString();
  const data = { ...webhook.example(), id: randomUUID(), template: randomUUID(), createdAt: now, finishedAt: now };
  return { eventId, event: type, type, timestamp: now, data };
}

export async function listenForWebhooks(terminal: Terminal, options: ConnectionOptions): Promise<number> {
  const client = await connect(options, terminal);
  const interrupted = terminal.onInterrupt();
  let secret = "";
  const receiver = await startReceiver({
    secret: () => secret,
    onDelivery: async (body) => write(terminal.out, `${body}\n`),
    onRefused: async () => write(terminal.err, "Refused a request whose signature is not valid.\n"),
  });
  try {
    const { url } = receiver;
    const endpoint = await client.read(createdEndpointSchema, (irs) => irs.webhooks.createEndpoint({ url }));
    ({ secret } = endpoint);
    await write(terminal.err, `Listening for all events of ${client.baseUrl}. Stop with Ctrl+C.\n`);
    if (!interrupted.aborted) await once(interrupted, "abort");
    await client.run((irs) => irs.webhooks.deleteEndpoint(endpoint.id));
    return EXIT.ok;
  } finally {
    receiver.close();
  }
}
