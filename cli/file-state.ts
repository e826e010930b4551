import { stat } from "node:fs/promises";

/**
 * States of files by absolute path. Take the state before you read the file: a later comparison then shows whether the
 * content that you read is still current.
 */
export type FileStates = ReadonlyMap<string, string>;

/** Returns the state of a file. Equal states mean equal content, as far as time, size and inode show. */
export async function stateOf(file: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await stat(file, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return "missing";
  }
}
