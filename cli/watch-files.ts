/**
 * Notices changes of a few files. They are looked at over and over rather than reported by the system: that holds for files
 * that editors replace, that do not exist yet, in folders that do not exist yet, and on shared and mounted drives.
 */
import { setTimeout as after } from "node:timers/promises";
import { type FileStates, stateOf } from "./file-state.js";

/** A look at a dozen files takes less than a millisecond. */
const LOOK_EVERY_MS = 120;

/** Waits until files differ from former states and have come to rest; resolves to those that do, or to none on the signal. */
export async function nextChange(before: FileStates, signal: AbortSignal): Promise<string[]> {
  const files = [...before.keys()];
  let last = before;
  while (await pause(signal)) {
    const now = await lookAt(files);
    const changed = differing(before, now);
    if (changed.length > 0 && differing(last, now).length === 0) return changed;
    last = now;
  }
  return [];
}

async function lookAt(files: readonly string[]): Promise<FileStates> {
  return new Map(await Promise.all(files.map(async (file) => [file, await stateOf(file)] as const)));
}

function differing(left: FileStates, right: FileStates): string[] {
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
