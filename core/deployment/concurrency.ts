/** The Lambda concurrency that a stack uses, and how much of the account's concurrency must be free for it. */

/** The default of each setting of concurrency. */
export const DEFAULT_CONCURRENCY = { interactive: 20, standard: 20, bulk: 10, heavy: 4, webhooks: 10 } as const;

/**
 * The concurrency that all functions except the renderer and the webhook function need: enough for the first views of
 * one busy page. The events of archived pictures use at most two of these invocations, at night.
 */
const RESERVED_FOR_REQUESTS = 50;

export interface WantedConcurrency {
  /** The maximum number of concurrent renders, from the settings. */
  readonly renders: number;
  /** Whether this concurrency is reserved for the renderer, so that the unreserved part no longer contains it. */
  readonly isReserved: boolean;
  /** The maximum number of concurrent invocations of the webhook function. */
  readonly webhooks: number;
}

/** The concurrency that a stack with default settings uses. */
export const WANTED_BY_DEFAULT: WantedConcurrency = {
  renders:
    DEFAULT_CONCURRENCY.interactive +
    DEFAULT_CONCURRENCY.standard +
    DEFAULT_CONCURRENCY.bulk +
    DEFAULT_CONCURRENCY.heavy,
  isReserved: false,
  webhooks: DEFAULT_CONCURRENCY.webhooks,
};

/** Returns how many unreserved executions of the account a stack needs. */
export function neededConcurrency({ renders, isReserved, webhooks }: WantedConcurrency): number {
  return RESERVED_FOR_REQUESTS + webhooks + (isReserved ? 0 : renders);
}
