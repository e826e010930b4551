/** What Linux says of processes. */
import { readFileSync } from "node:fs";

/** Whether a process runs. One that has ended but was not waited for does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A process that has ended but was not waited for still accepts signals.
  return !/^State:\s+[ZX]/m.test(statusOf(pid));
}

/** The process that started a process. NaN if it has ended. */
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
