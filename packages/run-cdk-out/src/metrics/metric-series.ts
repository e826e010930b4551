/** The values of metrics over time, and the statistics of CloudWatch over them. */
import type { Now } from "../clock/clock.js";

export interface MetricId {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

interface Point {
  readonly atMs: number;
  readonly value: number;
}

/** The maximum number of values of one metric. The oldest values are forgotten first. */
const MAX_POINTS = 50_000;

export class MetricSeries {
  readonly #now: Now;
  readonly #points = new Map<string, Point[]>();

  constructor(now: Now) {
    this.#now = now;
  }

  /** Adds a value at the current time. */
  add(id: MetricId, value: number): void {
    const key = keyOf(id);
    const points = this.#points.get(key) ?? [];
    this.#points.set(key, points);
    points.push({ atMs: this.#now(), value });
    if (points.length > MAX_POINTS) points.splice(0, points.length - MAX_POINTS);
  }

  /** Returns the values from `fromMs` to before `toMs`, oldest first. */
  values(id: MetricId, fromMs: number, toMs: number): number[] {
    const points = this.#points.get(keyOf(id)) ?? [];
    return points.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).map(({ value }) => value);
  }
}

/** Returns a statistic such as `Sum` or `p95`. Undefined if there are no values. @throws RangeError if it is unknown */
export function statisticOf(values: readonly number[], statistic: string): number | undefined {
  const compute = STATISTICS[statistic] ?? percentile(statistic);
  return values.length === 0 ? undefined : compute(values);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const STATISTICS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  Sum: sum,
  Average: (values) => sum(values) / values.length,
  Minimum: (values) => Math.min(...values),
  Maximum: (values) => Math.max(...values),
  SampleCount: (values) => values.length,
};

/** Interpolates between the two values that are next to the position. */
function percentile(statistic: string): (values: readonly number[]) => number {
  const share = Number(/^p(\d{1,2}(?:\.\d+)?)$/.exec(statistic)?.[1]) / 100;
  if (Number.isNaN(share)) throw new RangeError(`run-cdk-out does not support the statistic ${statistic}.`);
  return (values) => {
    const sorted = values.toSorted((a, b) => a - b);
    const position = share * (sorted.length - 1);
    const [low = 0, high = low] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
    return low + (high - low) * (position % 1);
  };
}

function keyOf({ namespace, name, dimensions }: MetricId): string {
  return JSON.stringify([namespace, name, Object.entries(dimensions).sort()]);
}
