/**
 * Small state files that are replaced atomically: the new content is written to a temporary file and renamed, so that a
 * killed process leaves either the old or the new state. A power failure can lose data, because nothing is synced.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type * as z from "zod";

/** Replaces the file's contents. The file never has permissions other than `mode` (default 0600). */
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

/**
 * Reads and validates a JSON state file; undefined if it does not exist. The error for a corrupt file names its path.
 */
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
    throw new Error(`${path} is not a state file of this version. Delete it to start with empty state.`, { cause });
  }
}

/** Returns whether a file system call failed because the file does not exist. */
export function isMissing(error: unknown): boolean {
  // Only the code is reliable: under Jest, Node's errors come from another realm, where `instanceof` is false.
  const code = (error as { code?: unknown } | null)?.code;
  return code === "ENOENT" || code === "ENOTDIR";
}
