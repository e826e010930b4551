/** The processes of a pool: starts them as they are needed, up to the limit, and picks one for each invocation. */
import { FunctionProcess, type ProcessObserver, type ProcessSettings } from "./function-process.js";
import { type FunctionSpec } from "./function-types.js";
import { type PendingInvocation } from "./pending-invocation.js";

/** Living processes, the most recently used last. */
export class ProcessSet {
  #settings: ProcessSettings;
  readonly #observer: ProcessObserver;
  #processes: FunctionProcess[] = [];
  #started = 0;

  constructor(settings: ProcessSettings, observer: ProcessObserver) {
    this.#settings = settings;
    this.#observer = {
      ...observer,
      onGone: (process) => {
        this.#processes = this.#processes.filter((other) => other !== process);
        observer.onGone(process);
      },
    };
  }

  /** Processes started so far: cold starts. */
  get started(): number {
    return this.#started;
  }

  get pids(): number[] {
    return this.#processes.flatMap(({ pid }) => pid ?? []);
  }

  /** Invocations that the processes have been given. */
  get load(): number {
    return this.#processes.reduce((sum, { load }) => sum + load, 0);
  }

  /** Invocations that could be placed now, in processes that are there or may be started. */
  get room(): number {
    const inProcesses = this.#processes.reduce((sum, { room }) => sum + room, 0);
    return inProcesses + this.#startable * (this.#settings.spec.invocationsPerProcess ?? 1);
  }

  /** Gives the invocation to a warm process, else to one that starts; false if all are busy. */
  place(invocation: PendingInvocation): boolean {
    const process = this.#pick() ?? this.#start();
    if (process === undefined) return false;
    // Last in, first out: the fewest processes stay warm, the others grow idle and end.
    this.#processes = [...this.#processes.filter((other) => other !== process), process];
    process.assign(invocation);
    return true;
  }

  /** Starts a process without an invocation, unless there is one. False if there is none and none may be started now. */
  prewarm(): boolean {
    if (this.#processes.some(({ accepts }) => accepts)) return true;
    const process = this.#start();
    if (process === undefined) return false;
    this.#processes = [...this.#processes, process];
    return true;
  }

  /** Starts new processes with this specification; the present ones take no more invocations. */
  replace(spec: FunctionSpec): void {
    this.#settings = { ...this.#settings, spec };
    for (const process of [...this.#processes]) process.retire();
  }

  /** Ends all processes. */
  async kill(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.kill()));
  }

  get #startable(): number {
    return Math.max(0, this.#settings.spec.maxConcurrency - this.#processes.filter(({ counts }) => counts).length);
  }

  #pick(): FunctionProcess | undefined {
    const withRoom = this.#processes.filter(({ room }) => room > 0);
    return withRoom.findLast(({ ready }) => ready) ?? withRoom.at(-1);
  }

  #start(): FunctionProcess | undefined {
    if (this.#startable === 0) return undefined;
    this.#started += 1;
    return new FunctionProcess(this.#settings, this.#observer);
  }
}
