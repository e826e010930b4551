/** Limits the total time for fetching the remote images of one picture. */
import { FetchFailure } from "@image-render/guarded-fetch";

/** Runs a render. The function `signal` returns the signal that aborts when the time is over. */
export type RunInImageTime = <T>(render: (signal: () => AbortSignal) => Promise<T>) => Promise<T>;

/**
 * A limit per image is not enough: only a few images are fetched at the same time, so the limits add up. The time
 * begins when the first image asks for the signal. So a render that waits for its turn before it begins loses no time.
 */
export function createImageTimeBudget(totalMs: number): RunInImageTime {
  return async (render) => {
    const controller = new AbortController();
    const message = `The images of the picture did not load within ${totalMs / 1000} seconds.`;
    let timer: NodeJS.Timeout | undefined;
    const signal = () => {
      timer ??= setTimeout(() => controller.abort(new FetchFailure("timeout", message, { retryable: true })), totalMs);
      return controller.signal;
    };
    try {
      return await render(signal);
    } finally {
      clearTimeout(timer);
    }
  };
}
