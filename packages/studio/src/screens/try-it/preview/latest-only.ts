/**
 * Runs a task for the latest input only: one task runs at a time, and at most one input waits. Inputs in between are
 * skipped, so that somebody who types fast does not fill a queue.
 */
export class LatestOnly<Input> {
  readonly #run: (input: Input) => Promise<void>;
  #isRunning = false;
  #waiting: { readonly input: Input } | undefined;

  /** @param run must not reject */
  constructor(run: (input: Input) => Promise<void>) {
    this.#run = run;
  }

  /** Runs the task now, or after the one that is running. */
  push(input: Input): void {
    this.#waiting = { input };
    if (!this.#isRunning) void this.#drain();
  }

  /** Forgets the input that waits. */
  clear(): void {
    this.#waiting = undefined;
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting !== undefined) {
      const { input } = this.#waiting;
      this.#waiting = undefined;
      await this.#run(input);
    }
    this.#isRunning = false;
  }
}
