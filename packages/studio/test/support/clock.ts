import { jest } from "@jest/globals";

/** Stops the clock of the tests at a time. It moves only by {@link pass}, until the test calls `jest.useRealTimers`. */
export function stopClock(iso = "2026-03-02T09:30:00.000Z"): void {
  jest.useFakeTimers({
    now: Date.parse(iso),
    doNotFake: ["nextTick", "queueMicrotask", "setImmediate", "performance"],
  });
}

/** Moves a stopped clock, and lets everything happen that was to happen in this time. */
export async function pass(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
  await promises();
}

/** Lets promises continue that wait for no time. Reading the body of a response takes several turns of the event loop. */
export async function promises(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
