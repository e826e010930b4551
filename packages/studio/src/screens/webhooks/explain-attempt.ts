/** Says in plain words why an attempt failed, and describes the state of a delivery. */
import type { WebhookDelivery } from "@image-render/client";
import type { BadgeKind } from "../../components/badge.js";
import { attemptAdvice as advice, deliveryTexts } from "../../messages/en/webhooks.js";

/** An attempt to deliver an event. */
export type Attempt = WebhookDelivery["attempts"][number];

const BY_STATUS: Readonly<Record<number, string>> = {
  401: advice.unauthorized,
  403: advice.unauthorized,
  404: advice.missing,
  405: advice.method,
  410: advice.gone,
  429: advice.limited,
};

const BY_ERROR: readonly (readonly [error: RegExp, advice: string])[] = [
  [/redirect/, advice.redirect],
  [/within \d+ seconds|timed? ?out/i, advice.timeout],
  [/certificate/i, advice.certificate],
  [/resolve|no (address|DNS)|name/i, advice.unknownHost],
  [/reach|refused|connect|closed|network/i, advice.unreachable],
];

/** Returns what a person can do about an attempt. Undefined if it succeeded, or if its error says enough. */
export function adviseOn({ status, error }: Attempt): string | undefined {
  if (error === undefined) return undefined;
  if (status !== undefined) {
    if (status >= 300 && status < 400) return advice.redirect;
    return BY_STATUS[status] ?? (status >= 500 ? advice.server : advice.client);
  }
  return BY_ERROR.find(([pattern]) => pattern.test(error))?.[1];
}

/** Returns the state of a delivery as a word, with its look. */
export function describeDelivery({ status, attempts }: Pick<WebhookDelivery, "status" | "attempts">): {
  readonly kind: BadgeKind;
  readonly label: string;
} {
  const { states } = deliveryTexts;
  if (status === "delivered") return { kind: "success", label: states.delivered };
  if (status === "failed") return { kind: "danger", label: states.failed };
  return attempts.length === 0
    ? { kind: "waiting", label: states.waiting }
    : { kind: "warning", label: states.pending };
}

/** Returns the last failed attempt at an endpoint. The log lists the delivery with the latest attempt first. */
export function lastFailureAt(deliveries: readonly WebhookDelivery[], endpointId: string): Attempt | undefined {
  return deliveries
    .filter((delivery) => delivery.endpointId === endpointId)
    .flatMap(({ attempts }) => attempts.filter(({ error }) => error !== undefined))
    .reduce<Attempt | undefined>((last, attempt) => (last && last.at >= attempt.at ? last : attempt), undefined);
}

/** Returns the host and path of a target, which is shorter than the whole URL and still tells targets apart. */
export function shortUrl(url: string): string {
  return url.replace(/^https:\/\//, "");
}
