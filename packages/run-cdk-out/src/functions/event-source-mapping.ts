/**
 * An SQS event source mapping: invokes a function with the messages of a queue, as Lambda's pollers do.
 *
 * Messages whose invocation failed, or for which no process was free in time, stay in the queue. They become visible
 * again after their visibility timeout, and the queue's redrive policy applies.
 */
import type { Message } from "@aws-sdk/client-sqs";
import { TooManyRequestsError } from "./function-errors.js";
import type { FunctionPool, Invocation } from "./function-types.js";
import { MessageSource } from "./message-source.js";
import { sqsEvent, succeededMessages } from "./sqs-event.js";

/** The time that `close` waits for running invocations. */
const CLOSE_GRACE_MS = 5_000;

/** The settings of the mapping, resolved from the template. */
export interface EventSourceMappingOptions {
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly sqsEndpoint: string;
  /** The maximum number of messages per invocation. As in Lambda, a number above 10 requires a batching window. */
  readonly batchSize: number;
  /** The maximum number of simultaneous invocations. Default: as many as the pool can run. */
  readonly maximumConcurrency?: number;
  readonly batchingWindowSeconds?: number;
  /** Whether the function returns the messages that it could not process. */
  readonly reportBatchItemFailures: boolean;
  readonly enabled: boolean;
  readonly pool: FunctionPool;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly onLogLine?: (name: string, line: string) => void;
}

/** Counts of messages since the start, and of running invocations. */
export interface EventSourceMappingStats {
  readonly received: number;
  readonly succeeded: number;
  /** Messages that remained in the queue because the function failed or reported them. */
  readonly failed: number;
  /** Messages that remained in the queue because no process was free. */
  readonly throttled: number;
  readonly running: number;
}

/** A mapping that polls until it is closed. */
export interface EventSourceMapping {
  readonly queueName: string;
  readonly enabled: boolean;
  stats(): EventSourceMappingStats;
  /** Starts or stops polling, as when somebody enables or disables the event source. Messages stay in the queue. */
  setEnabled(on: boolean): Promise<void>;
  /** Stops polling and waits up to five seconds for running invocations. */
  close(): Promise<void>;
}

/** The polling between the enabling and the disabling of a mapping. */
interface Polling {
  readonly source: MessageSource;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** Starts polling, unless the mapping is disabled. */
export function startEventSourceMapping(options: EventSourceMappingOptions): EventSourceMapping {
  return new SqsMapping(options);
}

class SqsMapping implements EventSourceMapping {
  readonly #options: EventSourceMappingOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #counts = { received: 0, succeeded: 0, failed: 0, throttled: 0 };
  #polling: Polling | undefined;

  constructor(options: EventSourceMappingOptions) {
    this.#options = options;
    if (options.enabled) this.#polling = this.#startPolling();
  }

  get queueName(): string {
    return this.#options.queueArn.split(":").at(-1) ?? "";
  }

  get enabled(): boolean {
    return this.#polling !== undefined;
  }

  stats(): EventSourceMappingStats {
    return { ...this.#counts, running: this.#running.size };
  }

  async setEnabled(on: boolean): Promise<void> {
    if (!on) await this.close();
    else this.#polling ??= this.#startPolling();
  }

  async close(): Promise<void> {
    const polling = this.#polling;
    if (polling === undefined) return;
    this.#polling = undefined;
    polling.stop.abort();
    await polling.done;
    const grace = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => grace.resolve(undefined), CLOSE_GRACE_MS);
    await Promise.race([Promise.all(this.#running), grace.promise]);
    clearTimeout(timer);
    polling.source.close();
  }

  #startPolling(): Polling {
    const { queueUrl, queueArn, sqsEndpoint, credentials, batchSize, batchingWindowSeconds = 0 } = this.#options;
    const region = queueArn.split(":")[3] ?? "us-east-1";
    const onLine = (line: string): void => this.#log(line);
    const stop = new AbortController();
    const source = new MessageSource(
      { queueUrl, sqsEndpoint, region, credentials, batchSize, batchingWindowSeconds, onLine },
      stop.signal,
    );
    return { source, stop, done: this.#poll(source, stop.signal) };
  }

  /** Receives one batch after another, but only while a process is free. The received batches run at the same time. */
  async #poll(source: MessageSource, signal: AbortSignal): Promise<void> {
    const { pool, maximumConcurrency = Infinity } = this.#options;
    while (!signal.aborted) {
      if (this.#running.size >= maximumConcurrency) await this.#untilOneEnds(signal);
      else if (pool.freeSlots() === 0) await pool.untilFree(signal);
      else this.#start(source, await source.nextBatch());
    }
  }

  #start(source: MessageSource, messages: readonly Message[]): void {
    if (messages.length === 0) return;
    this.#counts.received += messages.length;
    const run: Promise<void> = this.#run(source, messages).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  async #run(source: MessageSource, messages: readonly Message[]): Promise<void> {
    const { pool, queueArn } = this.#options;
    try {
      // Another event source may have taken the free process. A process becomes free after one timeout at most.
      const waitMs = pool.spec.timeoutSeconds * 1000;
      const result = await pool.invoke(sqsEvent(messages, queueArn), { whenBusy: "wait", waitMs });
      const done = this.#succeeded(messages, result);
      await source.delete(done);
      this.#counts.succeeded += done.length;
      this.#counts.failed += messages.length - done.length;
    } catch (error) {
      const throttled = error instanceof TooManyRequestsError;
      this.#counts[throttled ? "throttled" : "failed"] += messages.length;
      this.#log(
        `${messages.length} message(s) stay in the queue: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  #succeeded(messages: readonly Message[], { functionError, payload }: Invocation): readonly Message[] {
    if (functionError !== undefined) return [];
    return this.#options.reportBatchItemFailures ? succeededMessages(messages, payload) : messages;
  }

  async #untilOneEnds(signal: AbortSignal): Promise<void> {
    const aborted = Promise.withResolvers<undefined>();
    const onAbort = (): void => aborted.resolve(undefined);
    signal.addEventListener("abort", onAbort);
    await Promise.race([...this.#running, aborted.promise]);
    signal.removeEventListener("abort", onAbort);
  }

  #log(line: string): void {
    this.#options.onLogLine?.(this.#options.pool.spec.name, line);
  }
}
