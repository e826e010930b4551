/** The interface of the function host: functions, and the results of their invocations. */
import type { Readable } from "node:stream";
import type { Clock } from "../clock/clock.js";

/** A function, with everything resolved from the template. */
export interface FunctionSpec {
  /** Short name for log lines, for example "renderer". */
  readonly name: string;
  readonly arn: string;
  readonly functionName: string;
  /** The unzipped code. Packages that are not bundled are found in the folders above it. */
  readonly codeDir: string;
  /** Module and export, for example "index.handler". */
  readonly handler: string;
  /** The variables of the template and the endpoints of the services. The host adds the variables that Lambda sets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Unzipped layers. The folder `nodejs/node_modules` of each is on NODE_PATH. */
  readonly layerDirs: readonly string[];
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** The maximum number of processes. */
  readonly maxConcurrency: number;
  /** Whether the function is invoked with response streaming: it has a function URL with RESPONSE_STREAM. */
  readonly streaming: boolean;
  /** The maximum number of invocations that share a process: more than 1 for functions that mostly wait. Default 1. */
  readonly invocationsPerProcess?: number;
  /**
   * Invocations share a process only if no process is free and none can be started. By default, a process is filled
   * before the next one is used.
   */
  readonly spreadsInvocations?: boolean;
  /** Port for a debugger. The function then has one process, without a timeout. */
  readonly inspectPort?: number;
  /** More arguments for Node.js. */
  readonly nodeArgs?: readonly string[];
}

/** The result of a buffered invocation. With `functionError`, `payload` is the JSON of the error. */
export interface Invocation {
  readonly functionError?: string;
  readonly payload: Buffer;
}

/** Status and headers that a streaming handler sends before its body. */
export interface HttpPrelude {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

/**
 * The result of a streaming invocation, which is available when the handler has written its first bytes.
 *
 * With `functionError`, nothing was streamed: `errorPayload` is the JSON of the error and `body` is empty. A failure
 * after the first bytes destroys `body` with an error. The receiver must read `body` to its end or destroy it. If it is
 * destroyed, its bytes are discarded and the invocation continues.
 */
export interface StreamedInvocation {
  readonly functionError?: string;
  readonly errorPayload?: Buffer;
  /** Present if the handler used `awslambda.HttpResponseStream.from`. */
  readonly prelude?: HttpPrelude;
  /** The content type that a handler without a prelude has set. */
  readonly contentType?: string;
  readonly body: Readable;
}

export interface InvokeOptions {
  /** X-Ray trace header for the function. A random one by default. */
  readonly traceId?: string;
  /** If every process is busy: reject with TooManyRequestsError ("throttle", the default), or wait for `waitMs`. */
  readonly whenBusy?: "throttle" | "wait";
  /** The time that "wait" waits before it rejects. Default 30,000. */
  readonly waitMs?: number;
}

/** The settings of `AWS::Lambda::EventInvokeConfig` for the asynchronous invocations of a function. */
export interface AsyncSettings {
  /** Retries after an attempt that failed: 0 to 2. @default 2 */
  readonly maxRetries?: number;
  /** An event that is older than this is discarded. @default 21,600 (six hours) */
  readonly maxAgeSeconds?: number;
}

/** The result of an asynchronous invocation and its retries. */
export interface AsyncOutcome {
  readonly succeeded: boolean;
  readonly attempts: number;
  /** The event was too old for its first or its next attempt. Lambda discards it. */
  readonly expired?: true;
  /** The JSON of the last error, if the function failed. Absent if it did not run. */
  readonly errorPayload?: Buffer;
}

/** Counters of a pool since its start, and its current processes. */
export interface PoolStats {
  readonly invocations: number;
  readonly errors: number;
  readonly timeouts: number;
  readonly throttles: number;
  readonly coldStarts: number;
  /** The sum of the durations of all invocations that have ended, without the start of processes. */
  readonly busyMs: number;
  /** IDs of the current processes. */
  readonly pids: readonly number[];
  /** Invocations that run or wait for a process. */
  readonly busy: number;
}

/** The processes of one function. */
export interface FunctionPool {
  readonly spec: FunctionSpec;
  /** Runs the function and returns its whole response. Errors of the function are results. Only refusals are thrown. */
  invoke(event: unknown, options?: InvokeOptions): Promise<Invocation>;
  /** Runs the function and returns its response while it is written. */
  invokeStreaming(event: unknown, options?: InvokeOptions): Promise<StreamedInvocation>;
  /** Runs the function asynchronously, as Lambda does for an event, with retries. Never rejects. */
  invokeAsync(event: unknown, settings?: AsyncSettings): Promise<AsyncOutcome>;
  /** Starts a process before the first invocation, unless there is one. Returns at once. */
  prewarm(): void;
  /**
   * Runs new invocations with the code in this folder. Running invocations end normally in their old processes, which
   * then end too. With a debugger port, new invocations wait until the old process has ended, because the new one needs
   * the same port.
   */
  replaceCode(codeDir: string): void;
  /** Returns the number of invocations that could start now. */
  freeSlots(): number;
  /** Resolves when there is a free slot or the signal is aborted. A closed pool has no free slots. */
  untilFree(signal: AbortSignal): Promise<void>;
  stats(): PoolStats;
  /** Ends every process. Running invocations fail, and waiting ones are rejected. */
  close(): Promise<void>;
}

/** All functions of a running stack. */
export interface FunctionHost {
  /** Creates the pool of a function. Its processes start with the first invocations. */
  add(spec: FunctionSpec): FunctionPool;
  /** The pools by function ARN. */
  readonly pools: ReadonlyMap<string, FunctionPool>;
  /** Kills the process with this tag, as a crash would. Its running invocations fail. */
  killProcess(tag: string): void;
  close(): Promise<void>;
}

export interface FunctionHostOptions {
  /** Receives each line that a function or the platform logs, with the short name of the function. */
  readonly onLogLine: (name: string, line: string) => void;
  /** Folder of the runtime interface client. Default: the installed `aws-lambda-ric`. */
  readonly ricDir?: string;
  /** Time limit for loading the handler. Default 10,000, as in Lambda. */
  readonly initTimeoutMs?: number;
  /** A process that has had no invocation for this time is ended. Default 300,000. */
  readonly idleTimeoutMs?: number;
  /** The maximum number of simultaneous invocations of all functions together. Default: no limit. */
  readonly accountConcurrency?: number | undefined;
  /** The clock for time limits and retries; the time of the machine by default. */
  readonly clock?: Clock;
  /** Delays before the retries of an asynchronous invocation. Default 1,000 and 2,000 (Lambda: one and two minutes). */
  readonly asyncRetryDelaysMs?: readonly number[];
}
