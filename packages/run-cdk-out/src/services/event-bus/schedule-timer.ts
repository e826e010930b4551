/** Timers for schedules. */
import type { Clock } from "../../clock/clock.js";

/** Calls `onDue` at each time of the schedule. Returns a function that stops the timer. */
export function startScheduleTimer(
  clock: Clock,
  next: (afterMs: number) => number | undefined,
  onDue: (dueMs: number) => void,
): () => void {
  let cancel = (): void => undefined;
  const wait = (dueMs: number | undefined): void => {
    if (dueMs === undefined) return;
    cancel = clock.at(dueMs, () => {
      // Times that passed while the machine was asleep, or while the clock was moved, are skipped.
      wait(next(Math.max(dueMs, clock.now())));
      onDue(dueMs);
    });
  };
  wait(next(clock.now()));
  return () => cancel();
}
