/**
 * The clock of the runner: the time of the machine, moved forward on request. Everything that waits or expires asks this
 * clock. Function processes read the same offset from a file, because a clock can move while an invocation runs.
 */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

/** The longest delay of `setTimeout`, about 25 days. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const OFFSET_BYTES = 8;

/** The current time in epoch milliseconds. */
export type Now = () => number;

export class Clock {
  readonly #file: number | undefined;
  readonly #listeners = new Set<() => void>();
  #offsetMs = 0;
  #waits = 0;

  /**
   * @param path of the file with the offset in milliseconds, a little-endian double. It keeps the offset for the next
   *   runner, and tells it to function processes. Without a file, the clock cannot be moved.
   */
  constructor(path?: string) {
    if (path === undefined) return;
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) this.#offsetMs = readFileSync(path).readDoubleLE();
    this.#file = openSync(path, existsSync(path) ? "r+" : "w");
    this.#store();
    const preload = new URL("./moved-date.mjs", import.meta.url);
    preload.searchParams.set("file", pathToFileURL(path).href);
    this.nodeArgs = ["--import", preload.href];
  }

  /** The arguments of Node.js with which a process follows this clock. */
  readonly nodeArgs: readonly string[] = [];

  readonly now: Now = () => Date.now() + this.#offsetMs;

  get canMove(): boolean {
    return this.#file !== undefined;
  }

  /** The number of unfinished calls of `pause`. */
  get waits(): number {
    return this.#waits;
  }

  /** Moves the clock forward. @throws Error if it cannot be moved */
  move(ms: number): void {
    if (!this.canMove) throw new Error("The clock cannot be moved. Start the runner with --movable-clock.");
    this.#offsetMs += ms;
    this.#store();
    for (const listener of [...this.#listeners]) listener();
  }

  /** Calls the listener after each move. Returns a function that removes the listener. */
  onMove(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls back at a time of this clock, at once if it has passed. Returns a function that cancels the call. */
  at(timeMs: number, callback: () => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    const cancel = (): void => {
      clearTimeout(timer);
      stopListening();
    };
    const arm = (): void => {
      clearTimeout(timer);
      const waitMs = Math.max(0, timeMs - this.now());
      timer = setTimeout(
        () => {
          if (waitMs > MAX_TIMEOUT_MS) {
            arm();
            return;
          }
          cancel();
          callback();
        },
        Math.min(waitMs, MAX_TIMEOUT_MS),
      );
    };
    const stopListening = this.onMove(arm);
    arm();
    return cancel;
  }

  /** Resolves after this time of the clock, or when the signal aborts. */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#waits += 1;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        cancel();
        signal.removeEventListener("abort", end);
        resolve();
      };
      const cancel = this.at(this.now() + ms, end);
      signal.addEventListener("abort", end);
    });
    this.#waits -= 1;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #store(): void {
    if (this.#file === undefined) return;
    const bytes = Buffer.alloc(OFFSET_BYTES);
    bytes.writeDoubleLE(this.#offsetMs);
    // One write of few bytes: a process never reads a part of the new value.
    writeSync(this.#file, bytes, 0, OFFSET_BYTES, 0);
  }
}

/** The time of the machine, for services that run without a runner. */
export const MACHINE_CLOCK = new Clock();
