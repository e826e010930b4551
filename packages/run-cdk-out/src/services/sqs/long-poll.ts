/** Receivers that wait for a message: woken by a send, by a message becoming visible again, or by their own end. */
export class LongPoll {
  private readonly waiting = new Map<string, Set<() => void>>();

  /** Resolves when the queue may have something, at `untilMs` (epoch) at the latest, or when the signal aborts. */
  wait(queueName: string, untilMs: number, signal: AbortSignal): Promise<void> {
    const waiters = this.waiting.get(queueName) ?? new Set();
    this.waiting.set(queueName, waiters);
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        waiters.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.max(1, untilMs - Date.now()));
      waiters.add(wake);
      signal.addEventListener("abort", wake);
      if (signal.aborted) wake();
    });
  }

  /** Lets every receiver of the queue look again. */
  wake(queueName: string): void {
    for (const wake of [...(this.waiting.get(queueName) ?? [])]) wake();
  }
}
