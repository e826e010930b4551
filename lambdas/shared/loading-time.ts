/** Measures the time in which a render waits for files. */

export interface LoadingTime {
  /** Runs a load, and counts its time. */
  readonly during: <T>(load: () => Promise<T>) => Promise<T>;
  /** The time in which at least one load was running, in milliseconds. */
  readonly totalMs: () => number;
}

/** Creates the measurement for one render. Loads that run at the same time count once. */
export function createLoadingTime(now: () => number): LoadingTime {
  let running = 0;
  let sinceMs = 0;
  let totalMs = 0;
  return {
    during: async (load) => {
      if (running === 0) sinceMs = now();
      running += 1;
      try {
        return await load();
      } finally {
        running -= 1;
        if (running === 0) totalMs += now() - sinceMs;
      }
    },
    totalMs: () => totalMs,
  };
}
