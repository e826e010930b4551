import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
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
  // An editor that reads the file while it is written must not see half of it.
  const part = `${path}.${randomUUID()}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(part, text);
    await rename(part, path);
    return true;
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw new UsageError(`${file} cannot be written (${systemCode(error)}).`);
  }
}
