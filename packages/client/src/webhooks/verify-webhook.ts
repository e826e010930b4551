import { WebhookError } from "../errors/webhook-error.js";
import { type HmacKey, importKey, isHmac, utf8 } from "../signing/hmac.js";
import { joinBytes, readStream } from "../transport/read-bytes.js";
import type { WebhookEvent } from "../types.js";

/** A received request: a `Request` of the Fetch API, or its parts. The body must be as it arrived, not parsed. */
export type WebhookRequest =
  | Request
  | {
      readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
      readonly body: string | Uint8Array;
    };

/** How a webhook is checked. */
export interface VerifyOptions {
  /**
   * The maximum difference between the time of the request and now. An older request may be a replay by an attacker.
   * @default 300
   */
  readonly toleranceSeconds?: number | undefined;
  /** The time in epoch milliseconds. Default: now. */
  readonly nowMs?: number | undefined;
}

/** The body of a batch has at most 50 jobs. */
const MAX_BYTES = 5 * 1024 * 1024;
/** During a rotation there are two signatures. */
const MAX_SIGNATURES = 10;

/**
 * Checks the signature of a webhook (https://www.standardwebhooks.com), and returns its payload.
 *
 * @param secret `whsec_…` of the workspace or endpoint. During a rotation, pass either secret or a list of both.
 * @throws WebhookError if the request is not a webhook of the service, or too old
 */
export async function verifyWebhook(
  request: WebhookRequest,
  secret: string | readonly string[],
  { toleranceSeconds = 300, nowMs = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(request, "webhook-id");
  const timestamp = headerOf(request, "webhook-timestamp");
  const signatures = headerOf(request, "webhook-signature").split(" ", MAX_SIGNATURES);
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError("webhook-timestamp is not a time.");
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError("The webhook is too old, or the clock is wrong.");
  }
  const body = await readBody(request);
  const signed = joinBytes([utf8(`${id}.${timestamp}.`), body]);
  const keys = await Promise.all([secret].flat().map(secretKey));
  for (const signature of signatures) {
    const [version, code] = signature.split(",");
    const bytes = version === "v1" ? fromBase64(code) : undefined;
    if (bytes === undefined) continue;
    for (const key of keys)
      if (await isHmac(key, bytes, signed)) {
        return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
      }
  }
  throw new WebhookError("The signature is not valid.");
}

function headerOf({ headers }: WebhookRequest, name: string): string {
  const entries = headers instanceof Headers ? headers : Object.entries(headers);
  for (const [key, value] of entries) if (key.toLowerCase() === name && value !== undefined) return value.toString();
  throw new WebhookError(`The header ${name} is missing.`);
}

async function readBody({ body }: WebhookRequest): Promise<Uint8Array> {
  if (typeof body === "string") return utf8(body);
  if (body instanceof Uint8Array) return body;
  return await readStream(body, (bytes) => {
    if (bytes > MAX_BYTES) throw new WebhookError("The body is too large for a webhook.");
  });
}

/** @throws WebhookError whose message does not contain the secret */
async function secretKey(secret: string): Promise<HmacKey> {
  const bytes = fromBase64(/^whsec_(.+)$/.exec(secret)?.[1]);
  if (!bytes?.length) throw new WebhookError("The secret is not `whsec_` followed by base64.");
  return await importKey(bytes);
}

function fromBase64(text = ""): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
