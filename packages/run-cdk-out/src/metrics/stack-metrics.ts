/** All metrics of a running stack: those of its log lines and those of the platform, and the states of its alarms. */
import type { Clock } from "../clock/clock.js";
import type { ProvisionedStack } from "../template/stack.js";
import { type AlarmState, alarmStates } from "./alarms.js";
import { LogMetrics } from "./log-metrics.js";
import { MetricSeries } from "./metric-series.js";
import { type PlatformCounts, PlatformMetrics } from "./platform-metrics.js";

/** AWS publishes the metrics of queues once a minute. Here, they are also read before each use. */
const SAMPLE_INTERVAL_MS = 10_000;

export class StackMetrics {
  readonly series: MetricSeries;
  readonly log: LogMetrics;
  readonly #clock: Clock;
  #stack: ProvisionedStack | undefined;
  #platform: PlatformMetrics | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.series = new MetricSeries(clock.now);
    this.log = new LogMetrics(this.series);
  }

  /** Reads the filters and alarms of the template. */
  attach(stack: ProvisionedStack): void {
    this.#stack = stack;
    this.log.attach(stack);
  }

  /** Starts to sample what the platform counts. */
  watch(read: () => PlatformCounts): void {
    this.#platform = new PlatformMetrics(this.series, this.#clock.now, read);
    this.#timer = setInterval(() => this.sample(), SAMPLE_INTERVAL_MS).unref();
  }

  sample(): void {
    this.#platform?.sample();
  }

  /** Counts a response of a function URL. */
  countUrlResponse(functionName: string, status: number): void {
    this.#platform?.countUrlResponse(functionName, status);
  }

  /** Returns the state of each alarm of the template now. */
  alarms(): AlarmState[] {
    this.sample();
    return this.#stack === undefined ? [] : alarmStates(this.#stack, this.series, this.#clock.now());
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
