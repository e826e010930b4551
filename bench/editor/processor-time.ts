/** The processor time of the processes of a service. Unlike elapsed time, it hardly depends on other programs. */
import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Returns the processor time in milliseconds that a process and its descendants have used since they began. */
export function processorMsOf(pid: number): number {
  const stats = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(name) ?? []);
  const members = new Set([pid]);
  // A child can have a smaller number than its parent, so repeat this until no process is added.
  for (let before = 0; before < members.size;) {
    before = members.size;
    for (const { id, parent } of stats) if (members.has(parent)) members.add(id);
  }
  return stats.filter(({ id }) => members.has(id)).reduce((sum, { ticks }) => sum + ticks * TICK_MS, 0);
}

interface Stat {
  readonly id: number;
  readonly parent: number;
  readonly ticks: number;
}

function statOf(id: string): Stat | undefined {
  try {
    // The name of the program is in parentheses, and can contain spaces. The state and the parent follow.
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return { id: Number(id), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
}
