/**
 * Notices changes of a few files. They are looked at over and over rather than reported by the system: that holds for files
 * that editors replace, that do not exist yet, in folders that do not exist yet, and on shared and mounted drives.
 */
import { stat } from "node:fs/promises";
import { setTimeout as after } from "node:timers/promises";

/** A look at a dozen files takes less than a millisecond. */
const LOOK_EVERY_MS = 120;

/** The state of files by path; two equal states are the same content, as far as the file system tells. */
export type Snapshot = ReadonlyMap<string, string>;

/** The files' states now. */
export async function snapshot(files: readonly string[]): Promise<Snapshot> {
  return new Map(await Promise.all(files.map(async (file) => [file, await stateOf(file)] as const)));
}

/** Waits until files differ from a snapshot and have come to rest; resolves to those that do, or to none on the signal. */
export async function nextChange(before: Snapshot, signal: AbortSignal): Promise<string[]> {
  const files = [...before.keys()];
  let last = before;
  while (await pause(signal)) {
    const now = await snapshot(files);
    const changed = differing(before, now);
    if (changed.length > 0 && differing(last, now).length === 0) return changed;
    last = now;
  }
  return [];
}

async function stateOf(file: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await stat(file, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return "missing";
  }
}

function differing(left: Snapshot, right: Snapshot): string[] {
  return [...right.keys()].filter((file) => left.get(file) !== right.get(file));
}

/** Whether the pause came to its end, not to the signal's. */
async function pause(signal: AbortSignal): Promise<boolean> {
  try {
    await after(LOOK_EVERY_MS, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
