/**
 * Writes every file that is derived from sources: `npm run generate`. With `--check` it writes nothing, names each stale file
 * and exits with 1. The check takes about 7 s, most of it for rendering the gallery.
 *
 * Pictures of the gallery are compared by what they show and not by their bytes (`same-picture.ts`). Small differences do
 * not count: the golden tests compare the rendering exactly.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { GENERATORS } from "./generators.js";
import { type Change, updateFiles } from "./update-files.js";

const check = readArguments(process.argv.slice(2));
const root = fileURLToPath(new URL("../", import.meta.url));
const changes: Change[] = [];

for (const generator of GENERATORS) {
  const found = await updateFiles(root, await generator.derive(), { folder: generator.folder, check });
  for (const { path, kind } of found) console.log(`${path}  ${check ? "is stale" : describe(kind)}`);
  changes.push(...found);
  // This process has imported the old source already, so the rest needs a new process.
  if (!check && found.some(({ path }) => path.endsWith(".ts"))) process.exit(runAgain());
}

if (changes.length === 0) console.log("All derived files are up to date.");
if (check && changes.length > 0) {
  console.log('Run "npm run generate", look at the changes, and commit them.');
  process.exitCode = 1;
}

/** Returns whether the arguments ask for a check. */
function readArguments(argv: readonly string[]): boolean {
  const unknown = argv.find((argument) => argument !== "--check");
  if (unknown === undefined) return argv.length > 0;
  console.error(`Unknown argument ${unknown}. Usage: npm run generate -- [--check]`);
  process.exit(2);
}

function describe(kind: Change["kind"]): string {
  return { new: "created", changed: "updated", obsolete: "removed" }[kind];
}

function runAgain(): number {
  return spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" }).status ?? 1;
}
