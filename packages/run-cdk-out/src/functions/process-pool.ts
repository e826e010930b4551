/** The pool of a function: its processes, with a limit, a queue and counters. */
import { bufferedInvocation } from "./buffered-invocation.js";
import { PoolClosedError, TooManyRequestsError } from "./function-errors.js";
import type { ProcessSettings } from "./function-process.js";
import type {
  AsyncOutcome,
  AsyncSettings,
  FunctionPool,
  FunctionSpec,
  Invocation,
  InvokeOptions,
  PoolStats,
  StreamedInvocation,
} from "./function-types.js";
import { InvocationQueue } from "./invocation-queue.js";
import { type InvocationRequest, invocationRequest, type PendingInvocation } from "./pending-invocation.js";
import { ProcessSet } from "./process-set.js";
import { streamingInvocation } from "./streaming-invocation.js";

const DEFAULT_WAIT_MS = 30_000;
/** The defaults of Lambda: a failed event is retried twice, and a throttled event is retried for six hours. */
const ASYNC_DEFAULTS = { maxRetries: 2, maxAgeSeconds: 21_600 };
/**
 * The interval at which an event checks whether the account has room. Lambda retries a throttled event after one second
 * or more.
 */
const ACCOUNT_POLL_MS = 200;

export interface ProcessPoolOptions extends ProcessSettings {
  readonly onLine: (line: string) => void;
  readonly asyncRetryDelaysMs: readonly number[];
  /** Whether the running invocations of all functions have reached the account's limit. */
  readonly accountIsFull: () => boolean;
}

/** The pool of one function. */
export class ProcessPool implements FunctionPool {
  #spec: FunctionSpec;
  #prewarming = false;
  readonly #options: ProcessPoolOptions;
  readonly #processes: ProcessSet;
  readonly #queue = new InvocationQueue();
  readonly #closing = new AbortController();
  readonly #untilFree = new Set<() => void>();
  readonly #counts = { invocations: 0, errors: 0, timeouts: 0, throttles: 0, busyMs: 0 };

  constructor(options: ProcessPoolOptions) {
    this.#spec = options.spec;
    this.#options = options;
    this.#processes = new ProcessSet(options, {
      onLine: options.onLine,
      onTimeout: () => (this.#counts.timeouts += 1),
      onEnd: (durationMs) => (this.#counts.busyMs += durationMs),
      onRoom: () => this.#pump(),
      onHandedBack: (invocations) => this.#takeBack(invocations),
      onGone: () => this.#pump(),
    });
  }

  get spec(): FunctionSpec {
    return this.#spec;
  }

  async invoke(event: unknown, options: InvokeOptions = {}): Promise<Invocation> {
    return this.#invokeBuffered(bufferedInvocation(invocationRequest(event, options)), options);
  }

  async invokeStreaming(event: unknown, options: InvokeOptions = {}): Promise<StreamedInvocation> {
    const invocation = streamingInvocation(invocationRequest(event, options));
    this.#submit(invocation, options);
    const result = await invocation.result;
    if (result.functionError !== undefined) this.#counts.errors += 1;
    return result;
  }

  async invokeAsync(event: unknown, settings: AsyncSettings = {}): Promise<AsyncOutcome> {
    const { maxRetries, maxAgeSeconds } = { ...ASYNC_DEFAULTS, ...settings };
    const { asyncRetryDelaysMs: delays, onLine, clock } = this.#options;
    const endsAtMs = clock.now() + maxAgeSeconds * 1000;
    let attempts = 0;
    let errorPayload: Buffer | undefined;
    const lost = (reason: string, more: Partial<AsyncOutcome> = {}): AsyncOutcome => {
      onLine(`An event is lost: ${reason}`);
      return { succeeded: false, attempts, ...(errorPayload !== undefined && { errorPayload }), ...more };
    };
    try {
      const request = invocationRequest(event);
      for (let retry = 0; retry <= maxRetries; retry += 1) {
        if (retry > 0) await this.#pause(delays[retry - 1] ?? delays.at(-1) ?? 0);
        const result = await this.#invokeBefore(endsAtMs, request);
        if (result === undefined) return lost(`it is older than ${maxAgeSeconds} seconds.`, { expired: true });
        attempts += 1;
        if (result.functionError === undefined) return { succeeded: true, attempts };
        errorPayload = result.payload;
      }
      return lost(`the function failed in ${attempts} attempts.`);
    } catch (error) {
      return lost(error instanceof Error ? error.message : String(error));
    }
  }

  prewarm(): void {
    // If no process can be started yet, `#pump` starts it when another one has ended.
    if (!this.#closed) this.#prewarming = !this.#processes.prewarm();
  }

  replaceCode(codeDir: string): void {
    if (this.#closed) return;
    const wasWarm = this.#processes.pids.length > 0;
    this.#spec = { ...this.#spec, codeDir };
    this.#processes.replace(this.#spec);
    if (wasWarm) this.prewarm();
  }

  freeSlots(): number {
    return this.#queue.length > 0 || this.#closed ? 0 : this.#processes.room;
  }

  async untilFree(signal: AbortSignal): Promise<void> {
    while (this.freeSlots() === 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#untilFree.delete(wake);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        this.#untilFree.add(wake);
        signal.addEventListener("abort", wake);
      });
    }
  }

  stats(): PoolStats {
    const { pids, load, started } = this.#processes;
    return { ...this.#counts, coldStarts: started, pids, busy: load + this.#queue.length };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#queue.rejectAll(new PoolClosedError(this.spec.functionName));
    await this.#processes.kill();
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #invokeBuffered(invocation: PendingInvocation<Invocation>, options: InvokeOptions): Promise<Invocation> {
    this.#submit(invocation, options);
    const result = await invocation.result;
    if (result.functionError !== undefined) this.#counts.errors += 1;
    return result;
  }

  /** Gives the invocation to a process or to the queue. Throws if neither is possible. */
  #submit(invocation: PendingInvocation, { whenBusy = "throttle", waitMs = DEFAULT_WAIT_MS }: InvokeOptions): void {
    if (this.#closed) throw new PoolClosedError(this.spec.functionName);
    const throttled = (): Error => {
      this.#counts.throttles += 1;
      return new TooManyRequestsError(this.spec.functionName);
    };
    // As in Lambda, the caller must wait until the account has room: an event source receives the messages again later.
    if (this.#options.accountIsFull()) throw throttled();
    const placed = this.#queue.length === 0 && this.#processes.place(invocation);
    if (!placed && whenBusy === "throttle") throw throttled();
    if (!placed) this.#queue.add(invocation, waitMs, () => invocation.reject(throttled()));
    this.#counts.invocations += 1;
  }

  /**
   * Invokes the function before this time, and retries as long as it is throttled, like Lambda. Resolves to `undefined`
   * if no attempt could start.
   */
  async #invokeBefore(endsAtMs: number, request: InvocationRequest): Promise<Invocation | undefined> {
    const { clock } = this.#options;
    for (;;) {
      while (this.#options.accountIsFull() && clock.now() < endsAtMs) await this.#pause(ACCOUNT_POLL_MS);
      const waitMs = endsAtMs - clock.now();
      if (waitMs <= 0) return undefined;
      try {
        return await this.#invokeBuffered(bufferedInvocation(request), { whenBusy: "wait", waitMs });
      } catch (error) {
        if (!(error instanceof TooManyRequestsError)) throw error;
      }
    }
  }

  async #pause(delayMs: number): Promise<void> {
    await this.#options.clock.pause(delayMs, this.#closing.signal);
    this.#closing.signal.throwIfAborted();
  }

  #takeBack(invocations: readonly PendingInvocation[]): void {
    for (const invocation of [...invocations].reverse()) {
      if (this.#closed) invocation.reject(new PoolClosedError(this.spec.functionName));
      else this.#queue.addFirst(invocation);
    }
    this.#pump();
  }

  #pump(): void {
    if (this.#closed) return;
    this.#queue.drain((invocation) => this.#processes.place(invocation));
    if (this.#prewarming) this.prewarm();
    if (this.freeSlots() > 0) this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of [...this.#untilFree]) wake();
  }
}
