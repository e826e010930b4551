/** Ends a request if no byte arrives for some time. */
export class Watchdog {
  /** Aborts when the time is over, or when the caller ends the call. */
  declare readonly signal: AbortSignal;
  readonly #ms: number;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, callers: AbortSignal | undefined) {
    this.#ms = ms;
    const own = this.#controller.signal;
    this.signal = callers === undefined ? own : AbortSignal.any([callers, own]);
    this.touch();
  }

  /** Whether the time is over. */
  get hasExpired(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Restarts the time, because a byte has arrived. */
  touch(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#controller.abort(), this.#ms);
  }

  /** Stops waiting for bytes. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
