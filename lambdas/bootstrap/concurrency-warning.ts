/** The warning in the stack's outputs that the account's Lambda concurrency is too low for the settings. */
import type { AccountConcurrency } from "../../aws/account-concurrency.js";

/**
 * What all functions but the renderer and the webhook function need: the first views of one busy page. The events of archived
 * pictures take two of them at most, at night.
 */
const REQUESTS = 50;

export interface WantedConcurrency {
  /** The most renders at the same time, by the settings. */
  readonly renders: number;
  /** Whether this much is reserved for the renderer, and so no longer part of what is unreserved. */
  readonly isReserved: boolean;
  /** The most invocations of the webhook function at the same time. */
  readonly webhooks: number;
}

/** Returns `none` if the concurrency is sufficient. */
export function concurrencyWarning({ total, unreserved }: AccountConcurrency, wanted: WantedConcurrency): string {
  const needed = REQUESTS + wanted.webhooks + (wanted.isReserved ? 0 : wanted.renders);
  if (unreserved >= needed) return "none";
  return (
    `This account can run ${total} Lambda invocations at the same time, ${unreserved} of them unreserved. ` +
    `The stack needs ${needed} unreserved: with fewer, requests fail and renders wait. ` +
    "Request a higher quota, or lower the concurrency of the queues: docs/deploy.md#before-the-first-deployment"
  );
}
