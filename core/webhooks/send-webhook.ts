/** Sends one signed request to a target. */
import { FetchFailure, type GuardedFetcher } from "@image-render/guarded-fetch";
import type { WebhookBody } from "../contract/webhooks-api.js";
import { USER_AGENT } from "../fetching/user-agent.js";
import { webhookHeaders } from "../signing/webhook-signature.js";
import type { Attempt, Occurrence } from "./delivery.js";
import { parseRetryAfterMs } from "./retry-schedule.js";

export interface SendDependencies {
  readonly fetcher: GuardedFetcher;
  readonly now: () => number;
}

export interface SentWebhook {
  readonly attempt: Attempt;
  readonly isDelivered: boolean;
  /** The receiver wants no further attempts (410). */
  readonly isRefused: boolean;
  readonly retryAfterMs: number | undefined;
}

/**
 * Returns the text of the body. Leaves out only `webhookDeliveredAt` and `webhookLastError`, which each attempt
 * changes.
 */
export function webhookBodyText(occurrence: Occurrence, data: Readonly<Record<string, unknown>>): string {
  const { eventId, event, timestamp } = occurrence;
  const body: WebhookBody = { eventId, event, type: event, timestamp, data: { ...data } };
  return JSON.stringify(body);
}

/** Never rejects because of the target. `error` of the attempt is public: it contains no address and no path. */
export async function sendWebhook(
  { fetcher, now }: SendDependencies,
  url: string,
  secrets: readonly string[],
  message: { readonly id: string; readonly body: string },
): Promise<SentWebhook> {
  const atMs = now();
  const headers = {
    "content-type": "application/json",
    "user-agent": USER_AGENT,
    ...webhookHeaders(secrets, { ...message, atMs }),
  };
  try {
    const response = await fetcher.fetch(url, {
      method: "POST",
      headers,
      body: message.body,
      redirects: "refuse",
      onOverflow: "cut",
    });
    const { status, bytes } = response;
    const isDelivered = status >= 200 && status <= 299;
    const attempt = {
      atMs,
      durationMs: now() - atMs,
      status,
      ...(!isDelivered && { error: `${new URL(url).host} returned status ${status}.` }),
      ...(bytes.byteLength > 0 && { response: bytes.toString("utf8") }),
    };
    const retryAfterMs = parseRetryAfterMs(response.headers["retry-after"], now());
    return { attempt, isDelivered, isRefused: status === 410, retryAfterMs };
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    // A redirect is a failure that has a status.
    const { message: reason, status } = error;
    const attempt = { atMs, durationMs: now() - atMs, ...(status !== undefined && { status }), error: reason };
    return { attempt, isDelivered: false, isRefused: false, retryAfterMs: undefined };
  }
}
