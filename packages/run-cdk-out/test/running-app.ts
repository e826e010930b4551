/** Runs `run-cdk-out` in a process, as a person does in a terminal. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The sample app. */
export const SAMPLE = fileURLToPath(new URL("../sample", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../bin/program.mjs", import.meta.url));

/** Waits until `check` returns something; checks every 20 ms. */
export async function until<T>(check: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const found = await check();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The output of the program when the stack can be used. */
export interface Reached {
  readonly baseUrl: string;
  readonly inspectUrl: string;
  /** Every line of the table: outputs, and URLs by domain name. */
  readonly table: Readonly<Record<string, string>>;
}

export interface AppOptions {
  readonly program?: string;
  readonly cwd?: string;
  /** Variables besides PATH. */
  readonly env?: Readonly<Record<string, string>>;
}

export class RunningApp {
  output = "";
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown[]>;

  constructor(args: readonly string[], { program = PROGRAM, cwd, env }: AppOptions = {}) {
    this.#child = spawn(process.execPath, [program, ...args], {
      env: { PATH: process.env["PATH"] ?? "", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      ...(cwd !== undefined && { cwd }),
    });
    this.#exited = once(this.#child, "exit");
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    }
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** Resolves when the stack can be used. Rejects with the output if the program ends before that. */
  async ready(): Promise<Reached> {
    await until(() => {
      if (this.hasEnded) throw new Error(`The program ended:\n${this.output}`);
      return this.output.includes("Stop with Ctrl-C") ? true : undefined;
    });
    const rows = [...this.output.matchAll(/^ {2}(\S+(?: \S+)*) {2,}(\S.*)$/gm)];
    const table = Object.fromEntries(rows.map(([, name, value]) => [name, value])) as Record<string, string>;
    return { baseUrl: table["Base URL"] ?? "", inspectUrl: table["Inspection"] ?? "", table };
  }

  /** Sends a signal, if the process still exists. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Resolves to the exit code. */
  async ended(): Promise<unknown> {
    const [code] = await this.#exited;
    return code;
  }

  /** Sends the signal, and resolves to the exit code. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<unknown> {
    if (!this.hasEnded) this.#child.kill(signal);
    return this.ended();
  }
}

/** Whether a process with this ID exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
