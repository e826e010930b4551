/**
 * The functions of the stack by ARN. The pool of a function is created when it is first used, because the declaration
 * is complete by then.
 */
import { availableParallelism } from "node:os";
import type { AsyncSettings, FunctionHost, FunctionPool, FunctionSpec } from "../functions/function-types.js";
import { UserError } from "../user-error.js";
import { TemplateError } from "./template-error.js";

/** The properties of a function in its own resource. Other resources determine how the function is invoked. */
export interface FunctionDeclaration extends Omit<
  FunctionSpec,
  "streaming" | "maxConcurrency" | "invocationsPerProcess" | "spreadsInvocations"
> {
  /**
   * Whether its invocations mostly wait and can share a process, although its memory is large. On AWS, each invocation
   * runs in an environment of its own. Only for functions that stream.
   */
  readonly sharesProcesses?: boolean;
  /** The template's limit on simultaneous invocations. */
  readonly reservedConcurrency?: number;
}

/** The memory that includes one whole processor (AWS Lambda developer guide, "Configure memory"). */
const MEMORY_MB_PER_CORE = 1_769;
/** A streaming function with at most this memory has so small a share of a processor that it mostly waits. */
const MAX_WAITING_FUNCTION_MEMORY_MB = 512;
/** The maximum number of invocations that share a process of such a function. */
const MAX_WAITING_INVOCATIONS_PER_PROCESS = 100;
/** The maximum number of processes of one function, whatever its memory. */
const MAX_PROCESSES = 8;

/** Options of functions besides those in the template. */
export interface FunctionOptions {
  /** Debugger ports by the function's short name. */
  readonly inspect?: Readonly<Record<string, number>>;
  /** More arguments for the Node.js of every function. */
  readonly nodeArgs?: readonly string[];
}

export class FunctionRegistry {
  readonly #host: Pick<FunctionHost, "add">;
  readonly #options: FunctionOptions;
  readonly #declared = new Map<string, FunctionDeclaration>();
  readonly #streaming = new Set<string>();
  readonly #asyncSettings = new Map<string, AsyncSettings>();
  readonly #pools = new Map<string, FunctionPool>();

  constructor(host: Pick<FunctionHost, "add">, options: FunctionOptions = {}) {
    this.#host = host;
    this.#options = options;
  }

  declare(declaration: FunctionDeclaration): void {
    this.#declared.set(declaration.arn, declaration);
  }

  /** Records that a function is invoked with response streaming. */
  markStreaming(arn: string): void {
    this.#streaming.add(arn);
  }

  /** Sets how asynchronous invocations of a function are retried. `name` is its name or its ARN. */
  setAsync(name: string, settings: AsyncSettings): void {
    const found = [...this.#declared.values()].find(({ arn, functionName }) => arn === name || functionName === name);
    if (found === undefined) throw new Error(`there is no function ${name}`);
    this.#asyncSettings.set(found.arn, settings);
  }

  /** Returns the template's settings for asynchronous invocations of a function. Empty if there are none. */
  asyncSettings(arn: string): AsyncSettings {
    return this.#asyncSettings.get(arn) ?? {};
  }

  /** Returns the ARN of the function with this name or ARN. `place` is for the error if there is none. */
  arnOf(nameOrArn: string, place: string): string {
    const found = [...this.#declared.values()].find(
      ({ arn, functionName }) => arn === nameOrArn || functionName === nameOrArn,
    );
    if (found === undefined) throw new TemplateError(place, `there is no function ${nameOrArn}`);
    return found.arn;
  }

  has(arn: string): boolean {
    return this.#declared.has(arn);
  }

  /** Returns the pool of a function. `place` is for the error if there is no such function. */
  pool(arn: string, place: string): FunctionPool {
    const running = this.#pools.get(arn);
    if (running) return running;
    const declaration = this.#declared.get(arn);
    if (declaration === undefined) throw new TemplateError(place, `there is no function ${arn}`);
    const { inspect = {}, nodeArgs = [] } = this.#options;
    const spec = { ...specOf(declaration, this.#streaming.has(arn)), nodeArgs };
    const inspectPort = inspect[declaration.name];
    // Two processes cannot share a debugger port.
    const pool = this.#host.add(inspectPort === undefined ? spec : { ...spec, inspectPort, maxConcurrency: 1 });
    this.#pools.set(arn, pool);
    return pool;
  }

  /**
   * Returns the pool of the function with this short name. Throws a UserError that lists all names if there is none.
   */
  poolNamed(name: string): FunctionPool {
    const declaration = [...this.#declared.values()].find((declared) => declared.name === name);
    if (declaration !== undefined) return this.pool(declaration.arn, name);
    const names = [...this.#declared.values()].map((declared) => declared.name).sort();
    throw new UserError(`There is no function ${name}. The stack has: ${names.join(", ")}.`);
  }

  /** Returns every declared function with its pool. */
  pools(): FunctionPool[] {
    return [...this.#declared.keys()].map((arn) => this.pool(arn, arn));
  }
}

/** Adds the maximum number of processes of a function, and of invocations per process. */
function specOf(
  { reservedConcurrency: reserved, sharesProcesses = false, ...declaration }: FunctionDeclaration,
  streaming: boolean,
): FunctionSpec {
  const { memoryMb } = declaration;
  if (streaming && memoryMb <= MAX_WAITING_FUNCTION_MEMORY_MB) {
    const invocationsPerProcess = Math.min(
      reserved ?? MAX_WAITING_INVOCATIONS_PER_PROCESS,
      MAX_WAITING_INVOCATIONS_PER_PROCESS,
    );
    return { ...declaration, streaming, maxConcurrency: 2, invocationsPerProcess };
  }
  // As many processes as this machine has processors for, but at least two: one invocation must not block the next.
  const fitting = Math.floor((availableParallelism() * MEMORY_MB_PER_CORE) / memoryMb);
  const maxConcurrency = Math.min(reserved ?? MAX_PROCESSES, MAX_PROCESSES, Math.max(2, fitting));
  if (!streaming || !sharesProcesses) return { ...declaration, streaming, maxConcurrency };
  const invocationsPerProcess = Math.min(
    reserved ?? MAX_WAITING_INVOCATIONS_PER_PROCESS,
    MAX_WAITING_INVOCATIONS_PER_PROCESS,
  );
  return { ...declaration, streaming, maxConcurrency, invocationsPerProcess, spreadsInvocations: true };
}
