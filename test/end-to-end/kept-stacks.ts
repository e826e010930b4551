/**
 * Keeps a stack whose resources have just been created, and lends copies of it to other files of the same run with the
 * same settings: the creation of the resources takes more processor time than the rest of a start. A lent stack starts as
 * `npm start` does on a state folder that was used before. See docs/decisions/0181-lent-stacks.md.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { isShared } from "./shared-settings.js";
import { Service, type StackSettings } from "./service.js";

/** The settings that belong to one start and not to the stack. The assembly is kept by `kept-assemblies.ts`. */
const NOT_KEPT = new Set(["cdk.out", "connection.json", "lock", "ports.json"]);

/**
 * Gives an empty state folder a stack with these settings, if several files have them. The first file creates the stack
 * for the others. A file that begins meanwhile creates its own. A run of a single file keeps nothing.
 */
export async function lendStack(stateDir: string, settings: StackSettings): Promise<void> {
  // `test/support/kept-stacks-reporter.mjs` sets it.
  const { KEPT_STACKS: folder } = process.env;
  if (folder === undefined || !isShared(settings)) return;
  const kept = join(folder, createHash("sha256").update(JSON.stringify(settings)).digest("hex").slice(0, 16));
  if (existsSync(kept)) copyState(kept, stateDir);
  else if (isFirst(`${kept}.making`)) await keepStack(stateDir, settings, kept);
}

async function keepStack(stateDir: string, settings: StackSettings, kept: string): Promise<void> {
  const service = new Service(settings);
  await service.start(stateDir);
  // The files are complete only when nothing runs.
  await service.stop();
  copyState(stateDir, `${kept}.copy`);
  renameSync(`${kept}.copy`, kept);
}

function copyState(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (!NOT_KEPT.has(name)) cpSync(join(from, name), join(to, name), { recursive: true });
  }
}

/** Returns whether this is the first call with this name. The workers of jest agree by the folder that it creates. */
function isFirst(name: string): boolean {
  try {
    mkdirSync(name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
