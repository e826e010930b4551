/** The warning in the stack's outputs that the account's Lambda concurrency is too low for the settings. */
import type { AccountConcurrency } from "../../aws/account-concurrency.js";
import { neededConcurrency, type WantedConcurrency } from "../../core/deployment/concurrency.js";

/** Returns `none` if the concurrency is sufficient. */
export function concurrencyWarning({ total, unreserved }: AccountConcurrency, wanted: WantedConcurrency): string {
  const needed = neededConcurrency(wanted);
  if (unreserved >= needed) return "none";
  return (
    `This account can run ${total} Lambda invocations at the same time, ${unreserved} of them unreserved. ` +
    `The stack needs ${needed} unreserved: with fewer, requests fail and renders wait. ` +
    "Request a higher quota, or lower the concurrency of the queues: docs/deploy.md#before-the-first-deployment"
  );
}
