/**
 * Waits for changes of files by polling. Polling also covers files that an editor replaces, files and folders that do
 * not exist yet, and shared or mounted drives, where the system's file events are not reliable.
 */
import { setTimeout as after } from "node:timers/promises";
import { type FileStates, stateOf } from "./file-state.js";

/** The polling interval. One poll of a dozen files takes less than a millisecond. */
const POLL_EVERY_MS = 120;

/**
 * Waits until some files differ from their former states and have not changed since the last poll. Resolves to the
 * changed files, or to an empty list when the signal aborts.
 */
export async function nextChange(before: FileStates, signal: AbortSignal): Promise<string[]> {
  const files = [...before.keys()];
  let last = before;
  while (await pause(signal)) {
    const now = await readStates(files);
    const changed = differing(before, now);
    if (changed.length > 0 && differing(last, now).length === 0) return changed;
    last = now;
  }
  return [];
}

async function readStates(files: readonly string[]): Promise<FileStates> {
  return new Map(await Promise.all(files.map(async (file) => [file, await stateOf(file)] as const)));
}

function differing(left: FileStates, right: FileStates): string[] {
  return [...right.keys()].filter((file) => left.get(file) !== right.get(file));
}

/** Waits for the next poll. Resolves to false when the signal aborts the pause. */
async function pause(signal: AbortSignal): Promise<boolean> {
  try {
    await after(POLL_EVERY_MS, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
