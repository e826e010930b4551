/** Gives the remote images of one preview a time that they have all together. */
import { AsyncLocalStorage } from "node:async_hooks";
import { FetchFault } from "../fetching/fetch-fault.js";

export interface ImageTime {
  /** Runs a render; the signal within it fires when the time is over. */
  run<T>(render: () => Promise<T>): Promise<T>;
  /** Of the render that is running. */
  signal(): AbortSignal | undefined;
}

/** Images are fetched a few at a time, so a limit for each alone would add up to any time. */
export function createImageTime(totalMs: number): ImageTime {
  const running = new AsyncLocalStorage<AbortSignal>();
  return {
    signal: () => running.getStore(),

    async run(render) {
      const controller = new AbortController();
      const message = `The images together did not come within the ${totalMs / 1000} seconds of a preview.`;
      const timer = setTimeout(
        () => controller.abort(new FetchFault("timeout", message, { retryable: true })),
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
