import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { clearInterval, setInterval } from "node:timers";
import { fileURLToPath } from "node:url";
import { findNode } from "./find-node.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FORWARDED_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/** The interval at which a launcher that npm started checks that npm is still running. */
const PARENT_CHECK_MS = 500;

/**
 * Runs a command with the project's Node first on `PATH`, so that its child processes run on it too, and ends this
 * process in the same way as the command. The command is `node`, a program of `node_modules/.bin`, or any other program
 * on `PATH`.
 *
 * This file must run on the oldest Node that `engines` in package.json allows.
 * @param {string} command
 * @param {readonly string[]} args
 */
export function runOnNode24(command, args) {
  // Read this before the start: the command may run for long before this process executes its next line.
  const parent = process.ppid;
  for (const signal of FORWARDED_SIGNALS) process.on(signal, () => child.kill(signal));
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, PATH: searchPath() } });
  child.on("error", (error) => fail(`${command} could not be started: ${error.message}`));
  child.on("exit", (code, signal) => endAs(code, signal));
  if (process.env.npm_lifecycle_event !== undefined) onParentGone(parent, () => child.kill("SIGTERM"));
}

function searchPath() {
  const folders = [dirname(nodePath()), join(ROOT, "node_modules", ".bin"), process.env.PATH];
  return folders.filter(Boolean).join(delimiter);
}

function nodePath() {
  const { platform, arch, version, execPath } = process;
  try {
    return findNode({ rootDir: ROOT, platform, arch, version, execPath });
  } catch (error) {
    return fail(error.message);
  }
}

/** npm killed with SIGKILL can't forward a signal. Without this check, the command would keep running. */
function onParentGone(parent, stop) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_MS);
  timer.unref();
}

function endAs(code, signal) {
  if (signal === null) process.exit(code ?? 1);
  // The shell must see the signal that ended the command.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
