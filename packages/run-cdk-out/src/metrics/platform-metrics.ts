/** The metrics that AWS publishes about queues, functions, function URLs and the distribution. */
import type { MetricId, MetricSeries } from "./metric-series.js";

/** The current counts of the platform. The numbers without "waiting" count since the start. */
export interface PlatformCounts {
  /** The names of all queues. */
  readonly queues: readonly string[];
  /** The queues with messages. */
  readonly waiting: readonly WaitingCounts[];
  readonly throttles: number;
  /** Undefined in a stack without a distribution. */
  readonly edge: EdgeCounts | undefined;
}

export interface WaitingCounts {
  readonly queue: string;
  /** Messages that a receiver could get now. */
  readonly ready: number;
  /** Messages that a receiver has, and has not deleted. */
  readonly inFlight: number;
  readonly oldestSentMs: number;
}

export interface EdgeCounts {
  readonly distributionId: string;
  readonly functionNames: readonly string[];
  readonly requests: number;
  readonly serverErrors: number;
  readonly bytesToViewers: number;
  readonly functionErrors: number;
}

export class PlatformMetrics {
  readonly #series: MetricSeries;
  readonly #read: () => PlatformCounts;
  readonly #now: () => number;
  readonly #last = new Map<string, number>();

  constructor(series: MetricSeries, now: () => number, read: () => PlatformCounts) {
    this.#series = series;
    this.#now = now;
    this.#read = read;
  }

  /** Adds the current ages and numbers of messages, and what was counted since the last call. */
  sample(): void {
    const { queues, waiting, throttles, edge } = this.#read();
    for (const name of queues) {
      const { ready = 0, inFlight = 0, oldestSentMs } = waiting.find(({ queue }) => queue === name) ?? {};
      const ageSeconds = oldestSentMs === undefined ? 0 : Math.max(0, (this.#now() - oldestSentMs) / 1_000);
      this.#series.add(inQueue(name, "ApproximateNumberOfMessagesVisible"), ready);
      this.#series.add(inQueue(name, "ApproximateNumberOfMessagesNotVisible"), inFlight);
      this.#series.add(inQueue(name, "ApproximateAgeOfOldestMessage"), Math.floor(ageSeconds));
    }
    this.#addNew({ namespace: "AWS/Lambda", name: "Throttles", dimensions: {} }, throttles);
    if (edge === undefined) return;
    const { requests, serverErrors, bytesToViewers, functionErrors } = edge;
    const ofEdge = (name: string): MetricId => atEdge({ DistributionId: edge.distributionId }, name);
    const newRequests = this.#addNew(ofEdge("Requests"), requests);
    this.#addNew(ofEdge("BytesDownloaded"), bytesToViewers);
    const newErrors = this.#newSince(ofEdge("5xxErrorRate"), serverErrors);
    // One value for each request, so that the average of a period is its rate, however often this runs.
    for (let request = 0; request < newRequests; request += 1) {
      this.#series.add(ofEdge("5xxErrorRate"), request < newErrors ? 100 : 0);
    }
    for (const FunctionName of edge.functionNames) {
      this.#addNew(atEdge({ FunctionName }, "FunctionExecutionErrors"), functionErrors);
    }
  }

  /** Counts a response of a function URL. */
  countUrlResponse(functionName: string, status: number): void {
    const dimensions = { FunctionName: functionName };
    this.#series.add({ namespace: "AWS/Lambda", name: "UrlRequestCount", dimensions }, 1);
    if (status >= 500) this.#series.add({ namespace: "AWS/Lambda", name: "Url5xxCount", dimensions }, 1);
  }

  #addNew(id: MetricId, total: number): number {
    const count = this.#newSince(id, total);
    if (count > 0) this.#series.add(id, count);
    return count;
  }

  #newSince(id: MetricId, total: number): number {
    const key = JSON.stringify(id);
    const count = total - (this.#last.get(key) ?? 0);
    this.#last.set(key, total);
    return count;
  }
}

const inQueue = (QueueName: string, name: string): MetricId => ({
  ...{ namespace: "AWS/SQS", name, dimensions: { QueueName } },
});

const atEdge = (dimensions: Record<string, string>, name: string): MetricId => ({
  ...{ namespace: "AWS/CloudFront", name, dimensions: { ...dimensions, Region: "Global" } },
});
