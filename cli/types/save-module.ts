import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { systemCode } from "../source-file.js";
import { UsageError } from "../usage-error.js";
import { MODULE_MARK } from "./write-module.js";

/**
 * Writes a module, unless the file has this text already. Programs that watch the file then see only real changes.
 * Resolves to whether it was written.
 * @throws UsageError if the file was not written by this command, or if the system refuses
 */
export async function saveModule(file: string, workingFolder: string, text: string): Promise<boolean> {
  const path = resolve(workingFolder, file);
  const before = await readFile(path, "utf8").catch(() => undefined);
  if (before === text) return false;
  if (before !== undefined && before.trim() !== "" && !before.startsWith(MODULE_MARK)) {
    throw new UsageError(`${file} was not written by "irs types". Name another file with --out.`);
  }
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return true;
  } catch (error) {
    throw new UsageError(`${file} cannot be written (${systemCode(error)}).`);
  }
}
