import type { WebhookDelivery } from "@image-render/client";
import { useEffect, useState } from "preact/hooks";

const ASK_MS = 1_000;
/** The page waits for attempts that are due within this time. Later ones are read when it is opened again. */
const SOON_MS = 20_000;
/** A target has 15 seconds to respond, and an attempt can wait for a free slot. */
const LONGEST_MS = 60_000;

/**
 * Reads deliveries again while an attempt is made or is due soon.
 *
 * @param isExpected whether a delivery that is not in the log yet is about to be made
 * @returns a function to call after something was sent again: it waits for an attempt after the current ones
 */
export function useLiveAttempts(
  deliveries: readonly WebhookDelivery[] | undefined,
  reload: () => Promise<void>,
  isExpected = false,
): () => void {
  const last = lastAttempts(deliveries ?? []);
  const [expected, setExpected] = useState<{ readonly after: string; readonly untilMs: number }>();
  const isLive =
    isExpected || expected?.after === last || (deliveries ?? []).some((delivery) => isDueSoon(delivery, Date.now()));
  useEffect(() => {
    if (!isLive) return undefined;
    const timer = setInterval(() => {
      if (expected !== undefined && Date.now() > expected.untilMs) setExpected(undefined);
      if (document.visibilityState === "visible") void reload();
    }, ASK_MS);
    return () => clearInterval(timer);
  }, [isLive, expected]);
  return () => setExpected({ after: last, untilMs: Date.now() + LONGEST_MS });
}

/** Returns a text that changes with each attempt. */
const lastAttempts = (deliveries: readonly WebhookDelivery[]): string =>
  deliveries.map(({ attempts }) => attempts.at(-1)?.at ?? "").join();

/** Returns whether a delivery is waiting for an attempt that is about to be made. */
export function isDueSoon({ status, nextAttemptAt }: WebhookDelivery, nowMs: number): boolean {
  if (status !== "pending" || nextAttemptAt === undefined) return false;
  const leftMs = Date.parse(nextAttemptAt) - nowMs;
  return leftMs < SOON_MS && leftMs > -LONGEST_MS;
}
