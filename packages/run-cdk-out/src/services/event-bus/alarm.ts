/** Timers for moments that may be far away. */

/** The longest that `setTimeout` takes. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Calls back at each time of the schedule, the next one after now first. Returns what ends it. */
export function startAlarm(next: (afterMs: number) => number | undefined, ring: (dueMs: number) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const arm = (dueMs: number | undefined): void => {
    if (dueMs === undefined) return;
    const waitMs = dueMs - Date.now();
    timer = setTimeout(
      () => {
        if (waitMs > MAX_TIMEOUT_MS) {
          arm(dueMs);
          return;
        }
        // Times missed while the machine slept are not made up for.
        arm(next(Math.max(dueMs, Date.now())));
        ring(dueMs);
      },
      Math.min(Math.max(0, waitMs), MAX_TIMEOUT_MS),
    );
  };
  arm(next(Date.now()));
  return () => clearTimeout(timer);
}
