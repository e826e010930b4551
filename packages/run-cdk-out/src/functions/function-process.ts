/** One process of a function, from its start to its end, and its invocations. */
import type { Clock } from "../clock/clock.js";
import type { GuardedChild } from "../processes/guarded-child.js";
import { describeExit, exitFailure, type FunctionFailure, reportedFailure, timeoutFailure } from "./function-errors.js";
import type { FunctionSpec } from "./function-types.js";
import type { PendingInvocation } from "./pending-invocation.js";
import { type Poll, type RuntimeApi, startRuntimeApi } from "./runtime-api.js";
import { RunningInvocations } from "./running-invocations.js";
import type { RunningProcesses } from "./running-processes.js";
import { startRuntimeProcess } from "./runtime-process.js";

/** Replaces the timeouts while a person debugs: one day. Timers of Node.js allow at most 24 days. */
const DEBUGGING_MS = 86_400_000;

/** The settings that all processes of a pool share. */
export interface ProcessSettings {
  readonly spec: FunctionSpec;
  readonly ricDir: string;
  readonly initTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly processes: RunningProcesses;
  readonly clock: Clock;
}

/** Receives the events of a process. */
export interface ProcessObserver {
  onLine(line: string): void;
  onTimeout(): void;
  /** Called when an invocation has ended, in any way, with its duration. */
  onEnd(durationMs: number): void;
  /** Called when an invocation has ended. There may be room for the next one. */
  onRoom(): void;
  /** Receives invocations that the process has not begun and will never begin. */
  onHandedBack(invocations: readonly PendingInvocation[]): void;
  onGone(process: FunctionProcess): void;
}

/** A process that loads the handler once and then runs invocations, one at a time or several at the same time. */
export class FunctionProcess {
  readonly #settings: ProcessSettings;
  readonly #observer: ProcessObserver;
  readonly #capacity: number;
  readonly #running: RunningInvocations;
  readonly #polls: Poll[] = [];
  readonly #ended = Promise.withResolvers<undefined>();
  #undelivered: PendingInvocation[] = [];
  #state: "starting" | "ready" | "retiring" | "gone" = "starting";
  /** Whether there is newer code for the function. */
  #outdated = false;
  #child: GuardedChild | undefined;
  #initFailure: FunctionFailure | undefined;
  #initTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(settings: ProcessSettings, observer: ProcessObserver) {
    this.#settings = settings;
    this.#observer = observer;
    this.#capacity = settings.spec.invocationsPerProcess ?? 1;
    this.#running = new RunningInvocations((durationMs) => observer.onEnd(durationMs));
    void this.#live();
  }

  /** Undefined until the process has been spawned. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Whether the handler is loaded. */
  get ready(): boolean {
    return this.#state === "ready";
  }

  /** Whether the process takes invocations, now or when it has room. */
  get accepts(): boolean {
    return this.#state === "starting" || this.#state === "ready";
  }

  /** The number of its unfinished invocations. */
  get load(): number {
    return this.#running.size + this.#undelivered.length;
  }

  /** The number of further invocations that it can take. */
  get room(): number {
    return this.accepts ? this.#capacity - this.load : 0;
  }

  /**
   * Whether the process counts toward the limit of the pool. A process that only waits for its last invocations does
   * not count, unless the next process needs its debugger port.
   */
  get occupiesSlot(): boolean {
    if (this.#state !== "retiring") return this.#state !== "gone";
    const letsOthersEnd = this.#capacity > 1 || this.#outdated;
    return !letsOthersEnd || this.#settings.spec.inspectPort !== undefined;
  }

  /** Gives the process an invocation. It must have room. */
  assign(invocation: PendingInvocation): void {
    clearTimeout(this.#idleTimer);
    this.#undelivered.push(invocation);
    this.#deliver();
  }

  /** Takes no more invocations, returns those that have not begun, and ends after the last running one. */
  retire(): void {
    if (!this.accepts) return;
    this.#state = "retiring";
    this.#outdated = true;
    const undelivered = this.#undelivered.splice(0);
    if (this.load === 0) void this.kill();
    this.#observer.onHandedBack(undelivered);
  }

  /** Ends the process. Its running invocations fail. Resolves when it has ended. */
  async kill(): Promise<void> {
    if (this.#state !== "gone") this.#state = "retiring";
    void this.#child?.kill();
    await this.#ended.promise;
  }

  async #live(): Promise<void> {
    let api: RuntimeApi | undefined;
    let exit: { readonly code: number | null; readonly signal: string | null } = { code: null, signal: null };
    try {
      api = await startRuntimeApi({
        onNext: (poll) => this.#onNext(poll),
        onResponse: async (requestId, response) => {
          const receipt = await this.#running.takeResponse(requestId, response);
          this.#settle();
          return receipt;
        },
        onError: (requestId, payload) => {
          const known = this.#running.takeError(requestId, payload);
          this.#settle();
          return known;
        },
        onInitError: (payload) => (this.#initFailure = reportedFailure(payload)),
      });
      // This process may have been killed before it was started.
      if (this.#state === "starting") exit = await this.#spawn(api.address).exited;
    } catch (error) {
      this.#observer.onLine(`The process could not be started: ${String(error)}`);
    } finally {
      api?.close();
      this.#onExit(exit);
    }
  }

  #spawn(runtimeApi: string): GuardedChild {
    const { spec, ricDir, processes } = this.#settings;
    const initTimeoutMs = spec.inspectPort === undefined ? this.#settings.initTimeoutMs : DEBUGGING_MS;
    const onLine = (line: string): void => this.#observer.onLine(line);
    const tag = processes.newTag();
    const child = startRuntimeProcess({ spec, ricDir, runtimeApi, tag, onLine });
    this.#child = child;
    processes.add(tag, child.pid);
    void child.exited.then(() => processes.remove(tag));
    this.#initTimer = setTimeout(() => {
      this.#initFailure = timeoutFailure(this.#undelivered[0]?.requestId ?? "-", initTimeoutMs / 1000);
      void this.kill();
    }, initTimeoutMs);
    return child;
  }

  #onNext(poll: Poll): void {
    if (this.#state === "starting") this.#state = "ready";
    clearTimeout(this.#initTimer);
    this.#polls.push(poll);
    this.#settle();
    this.#deliver();
  }

  #deliver(): void {
    while (this.#state === "ready" && this.#polls.length > 0) {
      const invocation = this.#undelivered.shift();
      if (invocation === undefined) return;
      const { arn, timeoutSeconds, inspectPort } = this.#settings.spec;
      const timeoutMs = inspectPort === undefined ? timeoutSeconds * 1000 : DEBUGGING_MS;
      this.#running.add(invocation, timeoutMs, (late) => this.#onTimeout(late));
      this.#polls.shift()?.deliver(invocation, { arn, deadlineMs: this.#settings.clock.now() + timeoutMs });
    }
  }

  /**
   * Completes invocations that have ended. With one invocation at a time, an invocation has ended when the whole
   * response has arrived and the runtime asks for the next one: a handler may continue after it has ended its stream,
   * and the end of a failed stream arrives after the next poll.
   */
  #settle(): void {
    if (this.#capacity === 1 && this.#polls.length === 0) return;
    for (const invocation of this.#running.removeCompleted()) this.#complete(invocation);
  }

  #complete(invocation: PendingInvocation): void {
    invocation.complete();
    if (this.#state === "retiring") {
      if (this.load === 0) void this.kill();
      return;
    }
    this.#observer.onRoom();
    if (this.load === 0) this.#restUntilIdle();
  }

  #restUntilIdle(): void {
    clearTimeout(this.#idleTimer);
    // Debuggers stay connected.
    if (this.#settings.spec.inspectPort !== undefined) return;
    this.#idleTimer = setTimeout(() => {
      if (this.load === 0) void this.kill();
    }, this.#settings.idleTimeoutMs).unref();
  }

  /**
   * Fails the invocation and ends its process: at once if the process runs one invocation at a time, otherwise after
   * its other invocations.
   */
  #onTimeout(late: PendingInvocation): void {
    const failure = timeoutFailure(late.requestId, this.#settings.spec.timeoutSeconds);
    this.#observer.onTimeout();
    this.#observer.onLine(failure.message);
    late.fail(failure);
    if (this.#capacity === 1) {
      void this.kill();
      return;
    }
    this.#state = "retiring";
    const undelivered = this.#undelivered.splice(0);
    this.#running.remove(late);
    this.#complete(late);
    this.#observer.onHandedBack(undelivered);
  }

  #onExit({ code, signal }: { readonly code: number | null; readonly signal: string | null }): void {
    const initFailed = this.#state === "starting" || this.#initFailure !== undefined;
    const expected = this.#state === "retiring";
    this.#state = "gone";
    clearTimeout(this.#initTimer);
    clearTimeout(this.#idleTimer);
    if (initFailed) {
      this.#failInit(code, signal);
    } else if (!expected) {
      this.#observer.onLine(describeExit(code, signal));
    }
    for (const invocation of this.#running.removeAll()) {
      invocation.fail(exitFailure(invocation.requestId, code, signal));
      invocation.complete();
    }
    const undelivered = this.#undelivered.splice(0);
    this.#ended.resolve(undefined);
    this.#observer.onGone(this);
    this.#observer.onHandedBack(undelivered);
  }

  /** As in Lambda, the invocations that wait for the process fail with the error of its initialization. */
  #failInit(code: number | null, signal: string | null): void {
    this.#observer.onLine(`Init failed: ${this.#initFailure?.message ?? describeExit(code, signal)}`);
    for (const invocation of this.#undelivered.splice(0)) {
      invocation.fail(this.#initFailure ?? exitFailure(invocation.requestId, code, signal));
      invocation.complete();
    }
  }
}
