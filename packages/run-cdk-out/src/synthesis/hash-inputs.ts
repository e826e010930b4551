import { createHash, type Hash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns a hash of the names and contents of all `inputs` (files and folders below `projectDir`) and of the context.
 * The hash shows whether anything that a synthesis reads has changed. Files whose names begin with a dot and
 * `node_modules` are ignored.
 */
export function hashInputs(projectDir: string, inputs: readonly string[], context: unknown): string {
  const hash = createHash("sha256").update(JSON.stringify(context));
  for (const input of inputs) addTree(hash, projectDir, input);
  return hash.digest("hex");
}

function addTree(hash: Hash, projectDir: string, path: string): void {
  const absolute = join(projectDir, path);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isDirectory()) {
    const contents = readFileSync(absolute);
    hash.update(`${path}\0${contents.length}\0`).update(contents);
    return;
  }
  for (const name of readdirSync(absolute).sort()) {
    if (name === "node_modules" || name.startsWith(".")) continue;
    addTree(hash, projectDir, `${path}/${name}`);
  }
}
