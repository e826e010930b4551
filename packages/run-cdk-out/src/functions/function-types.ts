/** The seam between the function host and its callers: what a function is, and what invoking it gives. */
import { type Readable } from "node:stream";

/** One deployed function, fully resolved: nothing of the template is left to look up. */
export interface FunctionSpec {
  /** Short prefix for log lines, for example "renderer". */
  readonly name: string;
  readonly arn: string;
  readonly functionName: string;
  /** The unzipped code; it lies inside the project, so that packages not bundled are found by upward resolution. */
  readonly codeDir: string;
  /** Module and export, for example "index.handler". */
  readonly handler: string;
  /** The template's variables and the endpoints of the local services. What Lambda itself sets is added by the host. */
  readonly environment: Readonly<Record<string, string>>;
  /** Unzipped layers; `<dir>/nodejs/node_modules` of each goes on NODE_PATH. */
  readonly layerDirs: readonly string[];
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** Processes at most. */
  readonly maxConcurrency: number;
  /** Invoked with response streaming (a function URL with RESPONSE_STREAM). */
  readonly streaming: boolean;
  /** More than 1 for functions that only wait: that many invocations share a process. Default 1. */
  readonly invocationsPerProcess?: number;
  /** Port for a debugger. The function then has one process at a time, without a timeout. */
  readonly inspectPort?: number;
  /** More arguments for Node.js. */
  readonly nodeArgs?: readonly string[];
}

/** The result of a buffered invocation. With `functionError` set, `payload` is the error's JSON. */
export interface Invocation {
  readonly functionError?: string;
  readonly payload: Buffer;
}

/** Status and headers that a streaming handler sent ahead of its body. */
export interface HttpPrelude {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

/**
 * The result of a streaming invocation, there as soon as the handler has written its first bytes.
 *
 * With `functionError` set nothing was streamed: `errorPayload` is the error's JSON and `body` is empty. A failure
 * after the first bytes destroys `body` with an error. A body that nobody wants must be destroyed (its bytes are then
 * discarded and the invocation runs on) or read to its end.
 */
export interface StreamedInvocation {
  readonly functionError?: string;
  readonly errorPayload?: Buffer;
  /** Set if the handler used `awslambda.HttpResponseStream.from`. */
  readonly prelude?: HttpPrelude;
  /** What the handler called the bytes when it sent no prelude. */
  readonly contentType?: string;
  readonly body: Readable;
}

/** How an invocation is to be made. */
export interface InvokeOptions {
  /** X-Ray trace header handed to the function; one is made up if missing. */
  readonly traceId?: string;
  /** With every process busy: reject with TooManyRequestsError ("throttle", the default) or queue for `waitMs`. */
  readonly whenBusy?: "throttle" | "wait";
  /** How long "wait" waits before it throttles after all; default 30,000. */
  readonly waitMs?: number;
}

/** How an asynchronous invocation ended, its retries included. */
export interface AsyncOutcome {
  readonly succeeded: boolean;
  readonly attempts: number;
  /** The last error's JSON if the function failed; missing if it was never run. */
  readonly errorPayload?: Buffer;
}

/** Counters of a pool since its start, and its processes now. */
export interface PoolStats {
  readonly invocations: number;
  readonly errors: number;
  readonly timeouts: number;
  readonly throttles: number;
  readonly coldStarts: number;
  /** The living processes. */
  readonly pids: readonly number[];
  /** Invocations that run now or wait for a process. */
  readonly busy: number;
}

/** The processes of one function. */
export interface FunctionPool {
  readonly spec: FunctionSpec;
  /** Runs the function and gives its whole response. Function errors are results; only the platform's are thrown. */
  invoke(event: unknown, options?: InvokeOptions): Promise<Invocation>;
  /** Runs the function and gives its response while it is written. */
  invokeStreaming(event: unknown, options?: InvokeOptions): Promise<StreamedInvocation>;
  /** Runs the function as an event does: retried twice on failure. Never rejects. */
  invokeAsync(event: unknown): Promise<AsyncOutcome>;
  /** Starts a process ahead of the first invocation, unless there is one. Returns at once. */
  prewarm(): void;
  /**
   * Runs new invocations with the code in this folder. Running invocations end normally in their old processes, which take
   * no more and then end. With a debugger port, new invocations wait for that end, because the port is needed again.
   */
  replaceCode(codeDir: string): void;
  /** Invocations that could start at once. */
  freeSlots(): number;
  /** Resolves when there is a free slot (maybe at once), or when the signal is aborted. A closed pool has none. */
  untilFree(signal: AbortSignal): Promise<void>;
  stats(): PoolStats;
  /** Ends every process; invocations that run end in error, those that wait are rejected. */
  close(): Promise<void>;
}

/** All functions of a running stack. */
export interface FunctionHost {
  /** Makes a function's pool; its processes start with the first invocations. */
  add(spec: FunctionSpec): FunctionPool;
  /** By function ARN. */
  readonly pools: ReadonlyMap<string, FunctionPool>;
  close(): Promise<void>;
}

/** What a host needs, with delays that tests shorten. */
export interface FunctionHostOptions {
  /** Called with the short name of a function and one line of its output, or of the platform about it. */
  readonly onLogLine: (name: string, line: string) => void;
  /** Folder of the runtime interface client; default: the installed `aws-lambda-ric`. */
  readonly ricDir?: string;
  /** Time to load the handler; default 10,000, as in Lambda. */
  readonly initTimeoutMs?: number;
  /** After so long without work a process is ended; default 300,000. */
  readonly idleTimeoutMs?: number;
  /** Pauses before the retries of an asynchronous invocation; default 1,000 and 2,000 (Lambda: one and two minutes). */
  readonly asyncRetryDelaysMs?: readonly number[];
}
