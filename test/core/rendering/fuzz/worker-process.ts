import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Measured, Order, Outcome } from "./fuzz-case.js";

const ROOT = join(import.meta.dirname, "../../../..");
/** A render that takes longer is ended. The machine can be busy, so this is far more than its processor time. */
const TIMEOUT_MS = 120_000;
/** A worker with more memory is replaced, so that the garbage of one case does not count for the next. */
const MOST_IDLE_BYTES = 400_000_000;

/** Runs cases in a process of its own, and starts another one after a crash. */
export class WorkerProcess {
  #child: ChildProcess | undefined;
  #lines: AsyncIterator<string> | undefined;

  /** Runs one case. It never throws because of the case. */
  async run(order: Order): Promise<Outcome> {
    const { child, lines } = await this.#ready();
    // The reader of lines ends a line at these separators too, and JSON does not escape them.
    const line = JSON.stringify(order).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
    child.stdin?.write(`${line}\n`);
    const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
    const started = Date.now();
    const { value, done } = (await lines.next()) as IteratorResult<string, undefined>;
    clearTimeout(timer);
    if (done !== true) {
      const measured = JSON.parse(value) as Measured;
      if (measured.peakBytes > MOST_IDLE_BYTES) this.stop();
      return { measured };
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
    this.#child = undefined;
    const isTimeout = Date.now() - started >= TIMEOUT_MS;
    return { ended: isTimeout ? "timeout" : "crash", detail: `${child.signalCode ?? child.exitCode ?? ""}` };
  }

  /** Ends the process. The next case starts another one. */
  stop(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  async #ready(): Promise<{ child: ChildProcess; lines: AsyncIterator<string> }> {
    if (this.#child !== undefined && this.#lines !== undefined) return { child: this.#child, lines: this.#lines };
    const child = spawn(process.execPath, ["--expose-gc", "--import", "tsx", join(import.meta.dirname, "worker.ts")], {
      cwd: ROOT,
      stdio: ["pipe", "pipe", "ignore"],
      // As in the function.
      env: { ...process.env, NODE_OPTIONS: "", MALLOC_ARENA_MAX: "2" },
    });
    child.stdin.on("error", () => undefined);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const first = await lines.next();
    if (first.done === true) throw new Error("The worker of the fuzz does not start.");
    [this.#child, this.#lines] = [child, lines];
    return { child, lines };
  }
}
