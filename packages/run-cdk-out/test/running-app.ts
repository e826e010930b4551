/** The fixture app run as a process of its own, as a person runs it at a terminal. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Connection } from "../src/state/connection-file.js";

const SCRIPT = fileURLToPath(new URL("./fixtures/run-app.ts", import.meta.url));

/** Waits until `check` answers something; looks again every 20 ms. */
export async function until<T>(check: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const answer = await check();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export class RunningApp {
  output = "";
  readonly #stateDir: string;
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown[]>;

  constructor(stateDir: string, port: number, args: readonly string[] = []) {
    this.#stateDir = stateDir;
    this.#child = spawn(process.execPath, ["--import", "tsx", SCRIPT, "--state", stateDir, ...args], {
      env: { PATH: process.env["PATH"] ?? "", PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#exited = once(this.#child, "exit");
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    }
  }

  /** Where the app is reached, once it is. Fails with its output if it ends before. */
  async ready(): Promise<Connection> {
    const file = join(this.#stateDir, "connection.json");
    return until(() => {
      if (this.hasEnded) throw new Error(`The app ended:\n${this.output}`);
      if (!this.output.includes("Stop with Ctrl-C")) return undefined;
      return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Connection) : undefined;
    });
  }

  /** Sends a signal, if there is anyone to get it. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null;
  }

  /** The exit code, once it has ended. */
  async ended(): Promise<unknown> {
    const [code] = await this.#exited;
    return code;
  }

  /** Sends the signal, and answers the exit code. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<unknown> {
    if (!this.hasEnded) this.#child.kill(signal);
    return this.ended();
  }
}

/** Whether a process of that number is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
