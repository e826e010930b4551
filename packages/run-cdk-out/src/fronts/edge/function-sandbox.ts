/** Runs CloudFront Functions (runtime 2.0) in a sandbox with only the features of CloudFront. */
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse as parseQuery, stringify as writeQuery } from "node:querystring";
import { type Context, Script, createContext } from "node:vm";
import type { Clock } from "../../clock/clock.js";

/** CloudFront's limit for the code of a function. */
const MAX_CODE_BYTES = 10_240;

/** Time limit for uninterrupted computing, in milliseconds. CloudFront's limit is below 1 ms. */
const MAX_COMPUTE_MS = 1_000;

/** Time limit for a function that waits for the key-value store, in milliseconds. */
const MAX_WAIT_MS = 5_000;

const RUNTIME_FILE = new URL("./function-runtime.js", import.meta.url);

/** The result of a function, and the origin that it selected with the helpers of `cloudfront`. */
export interface FunctionOutcome {
  readonly returned: unknown;
  readonly origin?: OriginChoice;
}

/** An origin that a function selected, not validated. */
export type OriginChoice =
  | { readonly kind: "update"; readonly properties: unknown }
  | { readonly kind: "select"; readonly originId: unknown; readonly overrides?: unknown }
  | { readonly kind: "group"; readonly group: unknown };

export interface EdgeFunctionOptions {
  /** Name in messages and stack traces. */
  readonly name: string;
  readonly code: string;
  /** Reads the associated key-value store; undefined if there is none. */
  readonly readKey?: ((key: string) => Promise<string | undefined>) | undefined;
  readonly onLog: (line: string) => void;
  /** The time of the machine by default. */
  readonly clock?: Clock | undefined;
}

/** A function that is ready to run. */
export interface EdgeFunction {
  /** Runs the function. Rejects with an `EdgeFunctionError` if it throws, never settles, or computes too long. */
  run(event: unknown): Promise<FunctionOutcome>;
}

/** A function failed. The message is its stack trace. */
export class EdgeFunctionError extends Error {
  override readonly name = "EdgeFunctionError";
}

interface Runtime {
  prepare(program: unknown, id: number, input: string, hasKvs: boolean): void;
  resume(wait: number, ok: boolean, value: string | null): void;
}

type Settle = (outcome: FunctionOutcome | EdgeFunctionError) => void;

/** Compiles a function. Throws if the code is too large or has a syntax error. */
export function createEdgeFunction(options: EdgeFunctionOptions): EdgeFunction {
  const bytes = Buffer.byteLength(options.code);
  if (bytes > MAX_CODE_BYTES) {
    throw new Error(
      `The CloudFront function ${options.name} has ${bytes} bytes; at most ${MAX_CODE_BYTES} can be deployed.`,
    );
  }
  const context = createContext(Object.create(null) as object, { codeGeneration: { strings: false, wasm: false } });
  const running = new Map<number, Settle>();
  const runtime = startRuntime(context, options, running);
  const program: unknown = compile(options).runInContext(context);
  const { clock } = options;
  // Only a clock that can be moved replaces the `Date` of the sandbox.
  const setTime = clock?.canMove === true ? (MOVED_DATE.runInContext(context) as SetTime) : undefined;
  let lastId = 0;
  return {
    run(event) {
      lastId += 1;
      if (clock !== undefined) setTime?.(clock.now() - Date.now());
      return runOnce(context, runtime, program, running, { id: lastId, event, hasKvs: options.readKey !== undefined });
    },
  };
}

type SetTime = (offsetMs: number) => void;

/** Lets `Date` in a sandbox be ahead of the machine. Returns the function that sets by how much. */
const MOVED_DATE = new Script(`(function () {
  const MachineDate = Date;
  const machineNow = Date.now;
  let offsetMs = 0;
  const now = () => machineNow() + offsetMs;
  MachineDate.now = now;
  globalThis.Date = class Date extends MachineDate {
    constructor(...args) {
      if (args.length === 0) super(now());
      else super(...args);
    }
  };
  return (ms) => { offsetMs = ms; };
})()`);

/** Compiles the code to a script that runs again for each event, so that no state remains between events. */
function compile({ name, code }: EdgeFunctionOptions): Script {
  const withoutImports = code.replace(
    /(^|;)[ \t]*import\s+([\w$]+)\s+from\s*(["'][\w-]+["'])/gm,
    (_, before: string, local: string, module: string) => `${before}const ${local} = require(${module})`,
  );
  const source = `(function (require) { "use strict"; ${withoutImports}\n; return handler; })`;
  return new Script(source, { filename: `${name}.js` });
}

function startRuntime(context: Context, options: EdgeFunctionOptions, running: ReadonlyMap<number, Settle>): Runtime {
  const operations = hostOperations(options, running, (wait, ok, value) => runtime.resume(wait, ok, value));
  const host = (name: string, args: string): string => {
    try {
      const operation = operations[name];
      if (operation === undefined) throw new Error(`No operation ${name}.`);
      return JSON.stringify([true, operation(...(JSON.parse(args) as never[])) ?? null]);
    } catch (error) {
      return JSON.stringify([false, error instanceof Error ? error.message : String(error)]);
    }
  };
  const factory = new Script(readFileSync(RUNTIME_FILE, "utf8"), { filename: "function-runtime.js" });
  const runtime = (factory.runInContext(context) as (host: unknown) => Runtime)(host);
  return runtime;
}

/**
 * Returns the functions that the sandbox can call in Node. Arguments and results are JSON, with one character for each
 * byte.
 */
function hostOperations(
  options: EdgeFunctionOptions,
  running: ReadonlyMap<number, Settle>,
  resume: (wait: number, ok: boolean, value: string | null) => void,
): Record<string, (...args: never[]) => unknown> {
  return {
    decode: (text: string, encoding: string) => Buffer.from(text, knownEncoding(encoding)).toString("latin1"),
    encode: (bytes: string, encoding: string) => Buffer.from(bytes, "latin1").toString(knownEncoding(encoding)),
    isEncoding: (encoding: string) => Buffer.isEncoding(encoding),
    digest: (algorithm: string, key: string | null, data: string) => digest(algorithm, key, data),
    parseQuery: (text: string) => parseQuery(text),
    writeQuery: (value: Record<string, string>) => writeQuery(value),
    log: (line: string) => options.onLog(line),
    readKey: (wait: number, key: string) => {
      const reading = options.readKey?.(key) ?? Promise.resolve(undefined);
      reading.then(
        (value) => resume(wait, true, value ?? null),
        (error: unknown) => resume(wait, false, String(error)),
      );
    },
    settle: (id: number, ok: boolean, value: unknown) => {
      running.get(id)?.(ok ? (value as FunctionOutcome) : new EdgeFunctionError(String(value)));
    },
  };
}

async function runOnce(
  context: Context,
  runtime: Runtime,
  program: unknown,
  running: Map<number, Settle>,
  call: { readonly id: number; readonly event: unknown; readonly hasKvs: boolean },
): Promise<FunctionOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<FunctionOutcome>();
  running.set(call.id, (outcome) => (outcome instanceof EdgeFunctionError ? reject(outcome) : resolve(outcome)));
  const timer = setTimeout(() => reject(new EdgeFunctionError("The function did not end.")), MAX_WAIT_MS);
  try {
    runtime.prepare(program, call.id, JSON.stringify(call.event), call.hasKvs);
    begin(context);
    return await promise;
  } finally {
    clearTimeout(timer);
    running.delete(call.id);
  }
}

/** `vm` limits only the time of a script. Therefore, the limit applies until the first `await` of the function. */
const STARTER = new Script("begin()");

function begin(context: Context): void {
  try {
    STARTER.runInContext(context, { timeout: MAX_COMPUTE_MS });
  } catch (error) {
    throw new EdgeFunctionError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function digest(algorithm: string, key: string | null, data: string): string {
  const hash = key === null ? createHash(algorithm) : createHmac(algorithm, Buffer.from(key, "latin1"));
  return hash.update(Buffer.from(data, "latin1")).digest().toString("latin1");
}

function knownEncoding(encoding: string): BufferEncoding {
  if (!Buffer.isEncoding(encoding)) throw new TypeError(`Unknown encoding: ${encoding}`);
  return encoding;
}
