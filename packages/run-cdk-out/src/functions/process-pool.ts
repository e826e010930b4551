/** The pool of a function: its processes, with a limit, a queue and counters. */
import { setTimeout as pause } from "node:timers/promises";
import { bufferedInvocation } from "./buffered-invocation.js";
import { PoolClosedError, TooManyRequestsError } from "./function-errors.js";
import type { ProcessSettings } from "./function-process.js";
import type {
  AsyncOutcome,
  FunctionPool,
  FunctionSpec,
  Invocation,
  InvokeOptions,
  PoolStats,
  StreamedInvocation,
} from "./function-types.js";
import { InvocationQueue } from "./invocation-queue.js";
import { invocationRequest, type PendingInvocation } from "./pending-invocation.js";
import { ProcessSet } from "./process-set.js";
import { streamingInvocation } from "./streaming-invocation.js";

const DEFAULT_WAIT_MS = 30_000;
/** Lambda retries a throttled event for six hours. */
const ASYNC_WAIT_MS = 21_600_000;
/** How often an event looks whether the account has room. Lambda retries a throttled event after one second or more. */
const ACCOUNT_POLL_MS = 200;

export interface ProcessPoolOptions extends ProcessSettings {
  readonly onLine: (line: string) => void;
  readonly asyncRetryDelaysMs: readonly number[];
  /** Whether as many invocations of all functions run as the account allows. */
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
  readonly #counts = { invocations: 0, errors: 0, timeouts: 0, throttles: 0 };

  constructor(options: ProcessPoolOptions) {
    this.#spec = options.spec;
    this.#options = options;
    this.#processes = new ProcessSet(options, {
      onLine: options.onLine,
      onTimeout: () => (this.#counts.timeouts += 1),
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

  async invokeAsync(event: unknown): Promise<AsyncOutcome> {
    let attempts = 0;
    let errorPayload: Buffer | undefined;
    try {
      const request = invocationRequest(event);
      for (const delayMs of [...this.#options.asyncRetryDelaysMs, undefined]) {
        const invocation = bufferedInvocation(request);
        await this.#untilAccountHasRoom();
        const result = await this.#invokeBuffered(invocation, { whenBusy: "wait", waitMs: ASYNC_WAIT_MS });
        attempts += 1;
        if (result.functionError === undefined) return { succeeded: true, attempts };
        errorPayload = result.payload;
        if (delayMs !== undefined) await pause(delayMs, undefined, { signal: this.#closing.signal });
      }
      this.#options.onLine(`An event is lost: the function failed in ${attempts} attempts.`);
    } catch (error) {
      this.#options.onLine(`An event is lost: ${error instanceof Error ? error.message : String(error)}`);
    }
    return { succeeded: false, attempts, ...(errorPayload !== undefined && { errorPayload }) };
  }

  prewarm(): void {
    // If no process can be started yet, `#pump` starts it when a present one has ended.
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
    // Waiting for the account is the caller's matter, as in Lambda: an event source receives the messages again later.
    if (this.#options.accountIsFull()) throw throttled();
    const placed = this.#queue.length === 0 && this.#processes.place(invocation);
    if (!placed && whenBusy === "throttle") throw throttled();
    if (!placed) this.#queue.add(invocation, waitMs, () => invocation.reject(throttled()));
    this.#counts.invocations += 1;
  }

  async #untilAccountHasRoom(): Promise<void> {
    while (this.#options.accountIsFull()) await pause(ACCOUNT_POLL_MS, undefined, { signal: this.#closing.signal });
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
