/** The program around the runner: it owns the terminal, the signals and the exit code. */
import { readCommandLine, type Settings, USAGE } from "./command-line.js";
import { bannerText } from "./console/banner.js";
import { createLogPrinter } from "./console/log-lines.js";
import { createProgress } from "./console/progress.js";
import { type Runner, startRunner } from "./runner.js";
import { demandFreePort } from "./state/free-port.js";
import { lockState } from "./state/state-lock.js";
import { removeConnection, writeConnection } from "./state/connection-file.js";
import { TemplateError } from "./template/template-error.js";
import { UserError } from "./user-error.js";

/** Whatever still runs after this is ended with the process: no child outlives it. */
const STOP_WITHIN_MS = 5_000;
/** What a shell reports for a program that Ctrl-C ended. */
const INTERRUPTED = 130;
/** One Ctrl-C may arrive twice: from the terminal, and again from npm, which passes it on. */
const SAME_KEYSTROKE_MS = 300;
/** How often a runner that npm started looks whether npm is still there. */
const PARENT_CHECK_MS = 500;

/** Runs the stack of the project until a signal comes. Ends the process: 0 when stopped, 1 when it could not start. */
export async function run(projectDir: string, args: readonly string[]): Promise<void> {
  try {
    await start(projectDir, args);
  } catch (error) {
    process.stderr.write(`\n${explain(error)}\n`);
    process.exit(1);
  }
}

async function start(projectDir: string, args: readonly string[]): Promise<void> {
  const started = performance.now();
  // Whoever read the output may go away before the runner does.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const settings = readCommandLine(args, process.env, projectDir);
  if (settings.help) {
    process.stdout.write(USAGE);
    return;
  }
  await demandFreePort(settings.port);
  const unlock = lockState(settings.stateDir);
  process.once("exit", () => {
    removeConnection(settings.stateDir);
    unlock();
  });
  // A runner that was killed could not remove it.
  removeConnection(settings.stateDir);

  const stopping = new AbortController();
  onSignals(() => stopping.abort());
  if (process.env["npm_lifecycle_event"] !== undefined) onParentGone(() => stopping.abort());
  const runner = await startUnlessStopped(settings, projectDir, stopping.signal);
  if (runner !== undefined) {
    await serve(runner, settings, stopping.signal, started);
    process.stderr.write("\nStopping.\n");
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    await runner.close();
  }
  process.exit(0);
}

/** Starts the runner; nothing if it was stopped before it stood. */
async function startUnlessStopped(
  settings: Settings,
  projectDir: string,
  stopping: AbortSignal,
): Promise<Runner | undefined> {
  const printLine = (line: string): void => void process.stdout.write(`${line}\n`);
  const progress = createProgress(settings.quiet ? () => undefined : printLine);
  const onLogLine = createLogPrinter({
    write: printLine,
    colored: process.stdout.isTTY && process.stdout.hasColors(),
    quiet: settings.quiet,
  });
  const stopped = new Promise<undefined>((resolve) => stopping.addEventListener("abort", () => resolve(undefined)));
  // A start that is cut short leaves nothing behind: its children end with this process.
  return Promise.race([startRunner({ settings, projectDir, progress, onLogLine }), stopped]);
}

async function serve(runner: Runner, settings: Settings, stopping: AbortSignal, started: number): Promise<void> {
  const connection = { ...runner.connection, pid: process.pid };
  writeConnection(settings.stateDir, connection);
  const seconds = (performance.now() - started) / 1_000;
  process.stdout.write(bannerText(connection, runner.sampleBody, seconds));
  runner.prewarm();
  if (!stopping.aborted) await new Promise((resolve) => stopping.addEventListener("abort", resolve));
  removeConnection(settings.stateDir);
}

/** The first signal stops in good order, the second one at once. */
function onSignals(stop: () => void): void {
  let askedAtMs: number | undefined;
  const onSignal = (): void => {
    const now = performance.now();
    if (askedAtMs === undefined) {
      askedAtMs = now;
      stop();
    } else if (now - askedAtMs > SAME_KEYSTROKE_MS) process.exit(INTERRUPTED);
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  process.on("SIGHUP", onSignal);
}

/** Stops with npm, however that one ends: nobody is left who would know of a runner without it. */
function onParentGone(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_MS);
  timer.unref();
}

function explain(error: unknown): string {
  if (error instanceof UserError || error instanceof TemplateError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
