/** Limits the total time for fetching the remote images of one picture. */
import { FetchFailure } from "./fetch-failure.js";

/** Runs a render. The signal aborts when the time is over. */
export type RunInImageTime = <T>(render: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** A limit per image is not enough: only a few images are fetched at the same time, so the limits add up. */
export function createImageTimeBudget(totalMs: number): RunInImageTime {
  return async (render) => {
    const controller = new AbortController();
    const message = `The images of the picture did not load within ${totalMs / 1000} seconds.`;
    const timer = setTimeout(
      () => controller.abort(new FetchFailure("timeout", message, { retryable: true })),
      totalMs,
    );
    try {
      return await render(controller.signal);
    } finally {
      clearTimeout(timer);
    }
  };
}
