import { stat } from "node:fs/promises";

/**
 * The states of files by absolute path. A state taken before a file is read tells, compared later, whether what was read
 * is still what is there.
 */
export type FileStates = ReadonlyMap<string, string>;

/** The state of a file, found or not; two equal states are the same content, as far as the file system tells. */
export async function stateOf(file: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await stat(file, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return "missing";
  }
}
