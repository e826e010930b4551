/** The processes of a pool: starts them when they are needed, up to the limit, and selects one for each invocation. */
import { FunctionProcess, type ProcessObserver, type ProcessSettings } from "./function-process.js";
import type { FunctionSpec } from "./function-types.js";
import type { PendingInvocation } from "./pending-invocation.js";

/** The processes, the most recently used one last. */
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

  /** The number of processes that were started: the cold starts. */
  get started(): number {
    return this.#started;
  }

  get pids(): number[] {
    return this.#processes.flatMap(({ pid }) => pid ?? []);
  }

  /** The number of unfinished invocations in all processes. */
  get load(): number {
    return this.#processes.reduce((sum, { load }) => sum + load, 0);
  }

  /** The number of invocations that the current processes, and those that can be started, could take now. */
  get room(): number {
    const inProcesses = this.#processes.reduce((sum, { room }) => sum + room, 0);
    return inProcesses + this.#startable * (this.#settings.spec.invocationsPerProcess ?? 1);
  }

  /** Gives the invocation to a process, which is started if necessary. Returns false if all are busy. */
  place(invocation: PendingInvocation): boolean {
    const process =
      this.#settings.spec.spreadsInvocations === true ? this.#leastLoaded() : (this.#pick() ?? this.#start());
    if (process === undefined) return false;
    // Last in, first out: only as many processes stay warm as are needed. The others become idle and end.
    this.#processes = [...this.#processes.filter((other) => other !== process), process];
    process.assign(invocation);
    return true;
  }

  /** Starts a process without an invocation, unless there is one. Returns false if none can be started now. */
  prewarm(): boolean {
    if (this.#processes.some(({ accepts }) => accepts)) return true;
    const process = this.#start();
    if (process === undefined) return false;
    this.#processes = [...this.#processes, process];
    return true;
  }

  /** Starts new processes with this specification. The current ones take no more invocations. */
  replace(spec: FunctionSpec): void {
    this.#settings = { ...this.#settings, spec };
    for (const process of [...this.#processes]) process.retire();
  }

  /** Ends all processes. */
  async kill(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.kill()));
  }

  get #startable(): number {
    return Math.max(
      0,
      this.#settings.spec.maxConcurrency - this.#processes.filter(({ occupiesSlot }) => occupiesSlot).length,
    );
  }

  #pick(): FunctionProcess | undefined {
    const withRoom = this.#processes.filter(({ room }) => room > 0);
    return withRoom.findLast(({ ready }) => ready) ?? withRoom.at(-1);
  }

  /**
   * Returns a process without invocations, or else a new one, or else the one with the fewest invocations. If several
   * qualify, it returns the least recently used one: a handler that continues after its response no longer counts as
   * load, but it may still use the process.
   */
  #leastLoaded(): FunctionProcess | undefined {
    const withRoom = this.#processes.filter(({ room }) => room > 0);
    const least = Math.min(...withRoom.map(({ load }) => load));
    const chosen = withRoom.find(({ load }) => load === least);
    return least === 0 ? chosen : (this.#start() ?? chosen);
  }

  #start(): FunctionProcess | undefined {
    if (this.#startable === 0) return undefined;
    this.#started += 1;
    return new FunctionProcess(this.#settings, this.#observer);
  }
}
