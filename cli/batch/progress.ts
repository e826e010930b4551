/** Shows the progress of a run: one line that changes on a terminal, or a new line per step elsewhere. */
import { paint, type Terminal, write } from "../terminal.js";
import type { Journal } from "./journal.js";

const BAR_WIDTH = 24;

export class Progress {
  readonly #err: Terminal["err"];
  readonly #total: number;
  #last = "";

  constructor({ err }: Pick<Terminal, "err">, total: number) {
    this.#err = err;
    this.#total = total;
  }

  async show({ done, failed }: Pick<Journal, "done" | "failed">): Promise<void> {
    const text = `${done.size} of ${this.#total} done${failed.size === 0 ? "" : `, ${failed.size} failed`}`;
    if (text === this.#last) return;
    this.#last = text;
    await write(this.#err, this.#isTerminal ? `\r\u001b[K${this.#bar(done.size + failed.size)} ${text}` : `${text}\n`);
  }

  /** Ends the line on a terminal. */
  async end(): Promise<void> {
    if (this.#isTerminal && this.#last !== "") await write(this.#err, "\n");
  }

  get #isTerminal(): boolean {
    return "isTTY" in this.#err && this.#err.isTTY === true;
  }

  #bar(ended: number): string {
    const filled = Math.round((ended / this.#total) * BAR_WIDTH);
    return paint(this.#err, "success", "█".repeat(filled)) + paint(this.#err, "quiet", "░".repeat(BAR_WIDTH - filled));
  }
}
