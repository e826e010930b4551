import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Creates an empty folder. It is removed after the run of the tests, or when a script ends. Use it in helpers that do not
 * know when a test no longer needs the folder.
 */
export function temporaryFolder(prefix: string): string {
  const parent = process.env["TEMPORARY_FOLDERS"];
  const folder = mkdtempSync(join(parent ?? tmpdir(), prefix));
  if (parent === undefined) process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
