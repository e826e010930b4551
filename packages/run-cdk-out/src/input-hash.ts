/** Tells whether anything has changed that a synthesis reads. */
import { createHash, type Hash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Folders and files that the synthesized stack is made from. */
const INPUTS = [
  "bin",
  "lib",
  "lambdas",
  "core",
  "aws",
  "layers",
  "examples",
  "cdk.json",
  "package-lock.json",
  "tsconfig.json",
];

/** A hash over the names and contents of all inputs below `projectDir`, and the context. */
export function hashInputs(projectDir: string, context: unknown): string {
  const hash = createHash("sha256").update(JSON.stringify(context));
  for (const input of INPUTS) addTree(hash, projectDir, input);
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
