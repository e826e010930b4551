/** Limits the total time for fetching the remote images of one preview. */
import { AsyncLocalStorage } from "node:async_hooks";
import { FetchFailure } from "../fetching/fetch-failure.js";

export interface ImageTimeBudget {
  /** Runs a render. Its signal aborts when the time is over. */
  run<T>(render: () => Promise<T>): Promise<T>;
  /** The signal of the current render. */
  signal(): AbortSignal | undefined;
}

/** A limit per image is not enough: only a few images are fetched at the same time, so the limits add up. */
export function createImageTimeBudget(totalMs: number): ImageTimeBudget {
  const running = new AsyncLocalStorage<AbortSignal>();
  return {
    signal: () => running.getStore(),

    async run(render) {
      const controller = new AbortController();
      const message = `The images of the preview did not load within ${totalMs / 1000} seconds.`;
      const timer = setTimeout(
        () => controller.abort(new FetchFailure("timeout", message, { retryable: true })),
        totalMs,
      );
      try {
        return await running.run(controller.signal, render);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
