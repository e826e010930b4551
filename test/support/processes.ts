/** Reads what Linux knows about processes. */
import { readFileSync } from "node:fs";

/** Returns whether a process runs. A process that has ended but was not waited for does not run. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A process that has ended but was not waited for still accepts signals.
  return !/^State:\s+[ZX]/m.test(statusOf(pid));
}

/** Returns the parent of a process. NaN if the process has ended. */
export function parentOf(pid: number): number {
  const [, parent] = /^PPid:\s+(\d+)/m.exec(statusOf(pid)) ?? [];
  return Number(parent);
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}
