/** Measures the stages of a request, so that a response can say where its time went. */

/** Runs a stage and measures it. */
export type MeasureStage = <T>(name: string, run: () => Promise<T>) => Promise<T>;

/** Runs a stage without measuring it. */
export const unmeasured: MeasureStage = async (_name, run) => await run();

/** The durations of stages, in the order in which they ended. */
export class StageTimes {
  readonly #stages: { readonly name: string; readonly milliseconds: number }[] = [];
  readonly #now: () => number;

  /** @param now a clock in milliseconds that never goes back, such as `performance.now` */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Adds a stage that somebody else has measured. */
  add(name: string, milliseconds: number): void {
    this.#stages.push({ name, milliseconds });
  }

  readonly measure: MeasureStage = async (name, run) => {
    const startedAt = this.#now();
    try {
      return await run();
    } finally {
      this.add(name, this.#now() - startedAt);
    }
  };

  /** Returns the value of the header `Server-Timing`. Browsers show it beside the request. */
  header(): string {
    return this.#stages.map(({ name, milliseconds }) => `${name};dur=${milliseconds.toFixed(1)}`).join(", ");
  }
}
