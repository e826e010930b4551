/** The functions of the stack by ARN. A function's pool is made at its first use, when all is known about it. */
import { availableParallelism } from "node:os";
import { type FunctionHost, type FunctionPool, type FunctionSpec } from "../functions/function-types.js";
import { UserError } from "../user-error.js";
import { TemplateError } from "./template-error.js";

/** A function as its own resource tells of it; how it is invoked is told by others. */
export interface FunctionDeclaration extends Omit<
  FunctionSpec,
  "streaming" | "maxConcurrency" | "invocationsPerProcess"
> {
  /** The template's own bound on invocations at one time. */
  readonly reservedConcurrency?: number;
}

/** Memory that comes with the share of one whole core (AWS Lambda developer guide, "Configure memory"). */
const MEMORY_MB_PER_CORE = 1_769;
/** A streaming function with at most this much memory has too small a share of a core to do more than wait. */
const WAITING_MEMORY_MB = 512;
/** Invocations of a waiting function that share a process. */
const WAITS_PER_PROCESS = 100;
/** Processes of one function at most, however little memory each is meant to have. */
const MAX_PROCESSES = 8;

/** How functions are run beyond what the template says. */
export interface FunctionOptions {
  /** Debugger ports by the function's short name. */
  readonly inspect?: Readonly<Record<string, number>>;
  /** More arguments for the Node.js of every function. */
  readonly nodeArgs?: readonly string[];
}

/** Functions declared by the template, and the pools that run them. */
export class FunctionRegistry {
  readonly #host: Pick<FunctionHost, "add">;
  readonly #options: FunctionOptions;
  readonly #declared = new Map<string, FunctionDeclaration>();
  readonly #streaming = new Set<string>();
  readonly #pools = new Map<string, FunctionPool>();

  constructor(host: Pick<FunctionHost, "add">, options: FunctionOptions = {}) {
    this.#host = host;
    this.#options = options;
  }

  declare(declaration: FunctionDeclaration): void {
    this.#declared.set(declaration.arn, declaration);
  }

  /** Notes that a function is invoked with response streaming. */
  markStreaming(arn: string): void {
    this.#streaming.add(arn);
  }

  has(arn: string): boolean {
    return this.#declared.has(arn);
  }

  /** The pool of a function; `place` is who asks, for the error if there is no such function. */
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

  /** The pool of the function with this short name. Throws a UserError that lists all names if there is none. */
  poolNamed(name: string): FunctionPool {
    const declaration = [...this.#declared.values()].find((declared) => declared.name === name);
    if (declaration !== undefined) return this.pool(declaration.arn, name);
    const names = [...this.#declared.values()].map((declared) => declared.name).sort();
    throw new UserError(`There is no function ${name}. The stack has: ${names.join(", ")}.`);
  }

  /** Every declared function with its pool. */
  pools(): FunctionPool[] {
    return [...this.#declared.keys()].map((arn) => this.pool(arn, arn));
  }
}

/** Completes a declaration by how many invocations may run at once, and in how many processes. */
function specOf(
  { reservedConcurrency: reserved, ...declaration }: FunctionDeclaration,
  streaming: boolean,
): FunctionSpec {
  const { memoryMb } = declaration;
  if (streaming && memoryMb <= WAITING_MEMORY_MB) {
    const invocationsPerProcess = Math.min(reserved ?? WAITS_PER_PROCESS, WAITS_PER_PROCESS);
    return { ...declaration, streaming, maxConcurrency: 2, invocationsPerProcess };
  }
  // As many as the machine has cores to give each its share, and two at least so that one can't block the other.
  const fitting = Math.floor((availableParallelism() * MEMORY_MB_PER_CORE) / memoryMb);
  const maxConcurrency = Math.min(reserved ?? MAX_PROCESSES, MAX_PROCESSES, Math.max(2, fitting));
  return { ...declaration, streaming, maxConcurrency };
}
