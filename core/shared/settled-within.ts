/** Waits for a promise for a limited time. The promise itself continues. */
import { setTimeout as pause } from "node:timers/promises";

/** The type of `settledWithin`. Tests pass their own function, with a clock that they control. */
export type SettledWithin = typeof settledWithin;

/** Resolves to the value of the promise, or to `undefined` if it has not settled after this time. */
export async function settledWithin<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const timer = new AbortController();
  const timeUp = pause(ms, undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    timer.abort();
  }
}
