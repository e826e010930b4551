/**
 * A lock file that lets only one runner use a state folder. It names the process, so that the lock of an ended process
 * counts as free.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { UserError } from "../user-error.js";

const lockSchema = z.object({ pid: z.number().int(), processStart: z.string().optional() });

/** Takes the lock, and returns a function that releases it. Throws a UserError if a running process has the lock. */
export function lockState(stateDir: string): () => void {
  mkdirSync(stateDir, { recursive: true });
  const file = join(stateDir, "lock");
  const own = JSON.stringify({ pid: process.pid, processStart: processStart(process.pid) });
  if (!writeIfMissing(file, own)) {
    const holder = readHolder(file);
    if (holder !== undefined) {
      throw new UserError(
        `Another runner (process ${holder}) uses ${stateDir}. Stop it, or start this one with --state and another folder.`,
      );
    }
    rmSync(file, { force: true });
    if (!writeIfMissing(file, own))
      throw new UserError(
        `Another runner is starting with ${stateDir}. Start this one with --state and another folder.`,
      );
  }
  return () => rmSync(file, { force: true });
}

/** Returns the ID of the process that has the lock. Undefined if it has ended. */
function readHolder(file: string): number | undefined {
  let parsed;
  try {
    parsed = lockSchema.safeParse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
  if (!parsed.success || !isAlive(parsed.data.pid)) return undefined;
  const { pid, processStart: start } = parsed.data;
  // Another process may have the same ID, for example after a reboot.
  return start === undefined || start === processStart(pid) ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Returns the start time of a process, by the kernel's clock. Undefined on systems without /proc. */
function processStart(pid: number): string | undefined {
  try {
    const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces. The 22nd field of the whole line is the start time.
    const startTime = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return startTime === undefined ? undefined : `${bootId}:${startTime}`;
  } catch {
    return undefined;
  }
}

function writeIfMissing(file: string, contents: string): boolean {
  try {
    writeFileSync(file, contents, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
