/** The program around a runner: it owns the terminal, the signals and the exit code. */
import { createLogPrinter } from "../console/log-lines.js";
import { createProgress } from "../console/progress.js";
import { startRunner } from "../runner.js";
import type { Runner, RunnerOptions, StackSource } from "../runner-types.js";
import { requireFreePort } from "../services/free-port.js";
import { lockState } from "../state/state-lock.js";
import { TemplateError } from "../template/template-error.js";
import { UserError } from "../user-error.js";
import { onParentGone, onSignals } from "./stop-signals.js";
import { type CommandLine, type ParsedCommandLine, readCommandLine, type RunSettings } from "./run-settings.js";

/** Everything that still runs after this time ends with the process: no child process outlives it. */
const STOP_WITHIN_MS = 5_000;

/** A program that runs a stack until a signal stops it. */
export interface Program extends CommandLine {
  /** Returns where the stack comes from. */
  source(commandLine: ParsedCommandLine): StackSource;
  /** More arguments for the Node.js that runs functions. */
  readonly nodeArgs?: readonly string[];
  /** Called when the stack can be used. Returns what is printed then. */
  onReady(ready: Ready): string | Promise<string>;
  /**
   * Called before the start, when the stack stops, and when the process exits: removes the files that tell others how
   * to reach the stack, because a runner that was killed could not do so. Must be synchronous.
   */
  removeConnectionFiles?(settings: RunSettings): void;
}

/** A stack that can be used. */
export interface Ready {
  readonly runner: Runner;
  readonly settings: RunSettings;
  /** The duration of the start. */
  readonly seconds: number;
  /** Prints a line like the lines of functions, after a short name. */
  readonly log: (name: string, line: string) => void;
}

/** Runs the program until a signal arrives. Ends the process: 0 when stopped, 1 when it could not start. */
export async function runProgram(program: Program, args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    await start(program, args);
  } catch (error) {
    process.stderr.write(`\n${explain(error)}\n`);
    process.exit(1);
  }
}

async function start(program: Program, args: readonly string[]): Promise<void> {
  const started = performance.now();
  // The reader of the output may end before the runner does.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const commandLine = readCommandLine(program, args, process.env, (text) => void process.stdout.write(text));
  if (commandLine === undefined) return;
  const { settings } = commandLine;
  const source = program.source(commandLine);
  await requireFreePort(settings.port, (free) => `PORT=${free}`);
  for (const [name, port] of Object.entries(settings.inspect)) {
    await requireFreePort(port, (free) => `--inspect ${name}=${free}`);
  }
  const unlock = lockState(settings.stateDir);
  process.once("exit", () => {
    program.removeConnectionFiles?.(settings);
    unlock();
  });
  program.removeConnectionFiles?.(settings);

  const stopping = new AbortController();
  onSignals(() => stopping.abort());
  onParentGone(() => stopping.abort());
  const printLine = (line: string): void => void process.stdout.write(`${line}\n`);
  const log = createLogPrinter({
    write: printLine,
    colored: process.stdout.isTTY && process.stdout.hasColors(),
    quiet: settings.quiet,
  });
  const progress = createProgress(settings.quiet ? () => undefined : printLine);
  const options = { settings, source, progress, onLogLine: log, nodeArgs: program.nodeArgs ?? [] };
  const runner = await startUnlessStopped(options, stopping.signal);
  if (runner !== undefined) {
    await serve(program, { runner, settings, log, seconds: (performance.now() - started) / 1_000 }, stopping.signal);
    process.stderr.write("\nStopping.\n");
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    await runner.close();
  }
  process.exit(0);
}

/** Starts the runner. Returns undefined if it was stopped before it was ready. */
async function startUnlessStopped(options: RunnerOptions, stopping: AbortSignal): Promise<Runner | undefined> {
  const stopped = new Promise<undefined>((resolve) => stopping.addEventListener("abort", () => resolve(undefined)));
  // A start that is cut short leaves nothing behind: its child processes end with this process.
  return Promise.race([startRunner(options), stopped]);
}

async function serve(program: Program, ready: Ready, stopping: AbortSignal): Promise<void> {
  process.stdout.write(await program.onReady(ready));
  if (ready.settings.prewarm !== false) ready.runner.prewarm();
  const stopped = new Promise((resolve) => stopping.addEventListener("abort", resolve));
  if (!stopping.aborted) await Promise.race([stopped, ready.runner.ended]);
  program.removeConnectionFiles?.(ready.settings);
}

function explain(error: unknown): string {
  if (error instanceof UserError || error instanceof TemplateError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
