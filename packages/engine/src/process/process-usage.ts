import { readFileSync } from "node:fs";

/** The processor time and the memory that a process uses. */
export interface ProcessUsage {
  /** The processor time of all threads since the start of the process. */
  readonly cpuMs: number;
  /** The resident memory. */
  readonly memoryBytes: number;
}

/** Linux counts processor time in ticks of 10 ms on all platforms (`man 5 proc`, USER_HZ). */
const TICK_MS = 10;

/** Returns the usage of a process, or undefined if the process no longer exists, or if the system has no /proc. */
export function readProcessUsage(pid: number): ProcessUsage | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field, the name, can contain spaces and parentheses. The third field follows the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
    const [, kibibytes = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    return { cpuMs: (userTicks + systemTicks) * TICK_MS, memoryBytes: Number(kibibytes) * 1024 };
  } catch {
    return undefined;
  }
}
