/** The warning in the stack's outputs that the account's Lambda concurrency is too low for the settings. */
import type { AccountConcurrency } from "../../aws/account-concurrency.js";

/**
 * The concurrency that all functions except the renderer and the webhook function need: enough for the first views of
 * one busy page. The events of archived pictures use at most two of these invocations, at night.
 */
const RESERVED_FOR_REQUESTS = 50;

export interface WantedConcurrency {
  /** The maximum number of concurrent renders, from the settings. */
  readonly renders: number;
  /** Whether this concurrency is reserved for the renderer, so that `unreserved` no longer contains it. */
  readonly isReserved: boolean;
  /** The maximum number of concurrent invocations of the webhook function. */
  readonly webhooks: number;
}

/** Returns `none` if the concurrency is sufficient. */
export function concurrencyWarning({ total, unreserved }: AccountConcurrency, wanted: WantedConcurrency): string {
  const needed = RESERVED_FOR_REQUESTS + wanted.webhooks + (wanted.isReserved ? 0 : wanted.renders);
  if (unreserved >= needed) return "none";
  return (
    `This account can run ${total} Lambda invocations at the same time, ${unreserved} of them unreserved. ` +
    `The stack needs ${needed} unreserved: with fewer, requests fail and renders wait. ` +
    "Request a higher quota, or lower the concurrency of the queues: docs/deploy.md#before-the-first-deployment"
  );
}
