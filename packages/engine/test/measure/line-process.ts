import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "../../../..");

/** The end of a process that ended by itself or took too long. */
export interface LineProcessEnd {
  readonly isTimeout: boolean;
  readonly detail: string;
}

/** A program that reads lines of JSON and writes a line for each. If it ends, the next value starts it again. */
export class LineProcess {
  readonly #args: readonly string[];
  readonly #timeoutMs: number;
  #child: ChildProcess | undefined;
  #lines: AsyncIterator<string> | undefined;

  /** @param args for Node.js: options, the program, and its arguments. Its first line says that it is ready. */
  constructor(args: readonly string[], timeoutMs: number) {
    this.#args = args;
    this.#timeoutMs = timeoutMs;
  }

  /** Sends a value and returns the value that the program writes. Never throws. */
  async ask(value: unknown): Promise<{ readonly answer: unknown } | LineProcessEnd> {
    const { child, lines } = await this.#ready();
    // The reader of lines ends a line at these separators too, and JSON does not escape them.
    const line = JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
    child.stdin?.write(`${line}\n`);
    let isTimeout = false;
    const timer = setTimeout(() => {
      isTimeout = true;
      child.kill("SIGKILL");
    }, this.#timeoutMs);
    const { value: answer, done } = (await lines.next()) as IteratorResult<string, undefined>;
    clearTimeout(timer);
    if (done !== true) return { answer: JSON.parse(answer) as unknown };
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
    this.#child = undefined;
    return { isTimeout, detail: `${child.signalCode ?? child.exitCode ?? ""}` };
  }

  /** Ends the process. The next value starts another one. */
  stop(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  async #ready(): Promise<{ child: ChildProcess; lines: AsyncIterator<string> }> {
    if (this.#child !== undefined && this.#lines !== undefined) return { child: this.#child, lines: this.#lines };
    const child = spawn(process.execPath, [...this.#args], {
      cwd: ROOT,
      stdio: ["pipe", "pipe", "ignore"],
      // The allocator settings are the same as in the function.
      env: { ...process.env, NODE_OPTIONS: "", MALLOC_ARENA_MAX: "2" },
    });
    child.stdin.on("error", () => undefined);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const first = await lines.next();
    if (first.done === true) throw new Error(`The program does not start: ${this.#args.join(" ")}`);
    [this.#child, this.#lines] = [child, lines];
    return { child, lines };
  }
}
