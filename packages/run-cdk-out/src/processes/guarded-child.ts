/**
 * Child processes that cannot outlive the runner.
 *
 * Each child has a pipe on file descriptor 3, and only the runner has the other end. The pipe closes however the runner
 * ends. Then the child ends too, with all processes that it has started. Children run in a session of their own: Ctrl-C
 * in a terminal reaches only the runner, which stops everything in the right order.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const WATCH_PARENT = new URL("./watch-parent.mjs", import.meta.url).href;
const GUARD = fileURLToPath(new URL("./guard.mjs", import.meta.url));

export interface GuardedChildOptions {
  /** The whole environment of the child. It inherits nothing. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Arguments for Node.js, before the script. */
  readonly nodeArgs?: readonly string[];
  /** Called with each whole line that the child writes to its standard output or error. */
  readonly onLine?: (line: string) => void;
}

export interface GuardedChild {
  /** The ID of the child process, or of the guard process around a command. */
  readonly pid: number;
  /** Resolves when the process has ended. Never rejects. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Sends SIGTERM, and kills the process after `graceMs` (default 2,000). Resolves when the process has ended. */
  stop(graceMs?: number): Promise<void>;
  /** Kills the process. Resolves when it has ended. */
  kill(): Promise<void>;
}

/** Starts `node script args…`, with watch-parent.mjs preloaded. */
export function spawnGuardedNode(script: string, args: readonly string[], options: GuardedChildOptions): GuardedChild {
  const nodeArgs = ["--import", WATCH_PARENT, ...(options.nodeArgs ?? [])];
  return guard(start([...nodeArgs, script, ...args], options));
}

/** Starts a command that is not Node.js, under a guard process that ends it with the runner. */
export function spawnGuardedCommand(
  command: string,
  args: readonly string[],
  options: Omit<GuardedChildOptions, "nodeArgs">,
): GuardedChild {
  return guard(start([GUARD, command, ...args], options));
}

function start(args: readonly string[], options: GuardedChildOptions): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd,
    env: { ...options.env },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    detached: true,
  });
  // The pipe of an ending child may fail. The child's exit is reported elsewhere.
  child.stdio[3]?.on("error", () => undefined);
  for (const stream of [child.stdout, child.stderr]) if (stream) forEachLine(stream, options.onLine);
  return child;
}

function guard(child: ChildProcess): GuardedChild {
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("error", () => resolve({ code: null, signal: null }));
    child.once("exit", (code, signal) => {
      endGroup(child);
      resolve({ code, signal });
    });
  });
  const end = async (): Promise<void> => {
    // Closing the pipe ends the child, or the guard and its command. Unlike a signal, it cannot hit another process.
    child.stdio[3]?.destroy();
    await exited;
  };
  return {
    pid: child.pid ?? -1,
    exited,
    kill: end,
    async stop(graceMs = 2_000) {
      child.kill("SIGTERM");
      const timer = setTimeout(() => void end(), graceMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

/**
 * Ends the processes that an ended child has started. The ID of its group is not reused while the group has a process.
 */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has no processes.
  }
}

function forEachLine(stream: NodeJS.ReadableStream, onLine: ((line: string) => void) | undefined): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine?.(line);
  });
  stream.on("end", () => {
    if (rest !== "") onLine?.(rest);
  });
}
