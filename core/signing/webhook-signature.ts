/**
 * Signatures of webhook deliveries: Standard Webhooks 1.0, and the legacy header `X-Render-Signature`.
 *
 * A secret is the text `whsec_` and the base64 form of the key's bytes. The signed content is
 * `{webhook-id}.{webhook-timestamp}.{body}`.
 */
import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

export interface SignedMessage {
  /** The event ID. It is the same for every delivery of the event. */
  readonly id: string;
  /** The time of this attempt. Receivers refuse old ones, so that a recorded request cannot be sent again. */
  readonly atMs: number;
  /** The exact text that is sent. */
  readonly body: string;
}

export function createWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** Returns whether a text is a secret: the prefix, and base64 of at least 24 bytes. */
export function isWebhookSecret(text: string): boolean {
  return /^whsec_(?=.{32})[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** @param secrets the current secret first; during a rotation, the previous one second */
export function webhookHeaders(secrets: readonly string[], { id, atMs, body }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => `v1,${hmac(secret, content, "base64")}`);
  // Receivers of the legacy header check only one signature, so that signature changes when the rotation has finished.
  const legacy = secrets.at(-1) ?? "";
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
    "x-render-signature": `sha256=${hmac(legacy, body, "hex")}`,
  };
}

function hmac(secret: string, text: string, encoding: "base64" | "hex"): string {
  if (!secret.startsWith(PREFIX)) throw new Error("A webhook secret must begin with whsec_.");
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return createHmac("sha256", key).update(text).digest(encoding);
}
