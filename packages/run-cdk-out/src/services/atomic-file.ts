/**
 * Small state files that are whole at every moment: written beside their place and renamed over it, so that a process
 * killed in between leaves the old state or the new one. (Not meant to outlast a power failure: nothing is synced.)
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type * as z from "zod";

/** Replaces the file's contents. `mode` (default 0600) holds from the first byte on. */
export function writeFileAtomic(path: string, contents: string, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, contents, { mode, flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Reads and checks a JSON state file; undefined when there is none. A corrupt file is an error that names it. */
export function readJsonFile<Schema extends z.ZodType>(path: string, schema: Schema): z.infer<Schema> | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${path} is not a state file that this version wrote; remove it to begin anew.`, { cause });
  }
}

/** Whether a file system call failed since the file is not there. */
export function isMissing(error: unknown): boolean {
  // Told by its code alone: an error of Node's own may come from another realm, where `instanceof` doesn't hold.
  const code = (error as { code?: unknown } | null)?.code;
  return code === "ENOENT" || code === "ENOTDIR";
}
