/** Collects how the measured times relate to the estimates. */
export class Ratios {
  readonly #ratios: number[] = [];
  #longestMs = 0;

  /** Adds a render. Renders below 20 ms are left out, because their times are mostly noise. */
  add(cpuMs: number, estimateMs: number): void {
    this.#longestMs = Math.max(this.#longestMs, cpuMs);
    if (cpuMs >= 20) this.#ratios.push(cpuMs / estimateMs);
  }

  /** A summary in one line. */
  summary(): string {
    const sorted = this.#ratios.toSorted((one, other) => one - other);
    const at = (share: number) =>
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2);
    return (
      `Measured time / estimate of ${sorted.length} renders: median ${at(0.5)}, 95th percentile ${at(0.95)}, ` +
      `99th ${at(0.99)}, largest ${at(1)}. The longest render took ${(this.#longestMs / 1000).toFixed(1)} s.`
    );
  }
}
