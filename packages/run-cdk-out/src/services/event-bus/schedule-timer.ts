/** Timers for schedules. */

/** The longest delay of `setTimeout`, about 25 days. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Calls `onDue` at each time of the schedule. Returns a function that stops the timer. */
export function startScheduleTimer(
  next: (afterMs: number) => number | undefined,
  onDue: (dueMs: number) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (dueMs: number | undefined): void => {
    if (dueMs === undefined) return;
    const waitMs = dueMs - Date.now();
    timer = setTimeout(
      () => {
        if (waitMs > MAX_TIMEOUT_MS) {
          wait(dueMs);
          return;
        }
        // Times that passed while the machine was asleep are skipped.
        wait(next(Math.max(dueMs, Date.now())));
        onDue(dueMs);
      },
      Math.min(Math.max(0, waitMs), MAX_TIMEOUT_MS),
    );
  };
  wait(next(Date.now()));
  return () => clearTimeout(timer);
}
