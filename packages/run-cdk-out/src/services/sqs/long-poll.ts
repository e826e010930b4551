import type { Clock } from "../../clock/clock.js";

/** Receivers that wait for a message. */
export class LongPoll {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when the queue may have a message, when the signal aborts, or at `untilMs` (epoch milliseconds). */
  wait(queueName: string, untilMs: number, signal: AbortSignal): Promise<void> {
    const waiters = this.#waiting.get(queueName) ?? new Set();
    this.#waiting.set(queueName, waiters);
    return new Promise((resolve) => {
      const wake = (): void => {
        cancel();
        signal.removeEventListener("abort", wake);
        waiters.delete(wake);
        resolve();
      };
      const cancel = this.#clock.at(untilMs, wake);
      waiters.add(wake);
      signal.addEventListener("abort", wake);
      if (signal.aborted) wake();
    });
  }

  /** Wakes all receivers of the queue. */
  wake(queueName: string): void {
    for (const wake of [...(this.#waiting.get(queueName) ?? [])]) wake();
  }
}
