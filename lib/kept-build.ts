/** Keeps the result of a build until one of its sources changes. Otherwise, each synthesis would repeat slow builds. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** This is enough to switch between branches, and for a process that still reads an older result during new builds. */
const KEPT_RESULTS = 3;
const UNFINISHED = "unfinished-";

/**
 * Returns the folder with the result of a build. Runs the build if there is no result for this hash.
 *
 * @param name the folder of the results of this build, below `.local/`
 * @param hash a hash of everything that the result depends on
 * @param build writes the result into an empty folder
 */
export function keptBuild(name: string, hash: string, build: (outputDir: string) => void): string {
  const results = join(ROOT, ".local", name);
  const result = join(results, hash);
  if (existsSync(result)) return result;
  mkdirSync(results, { recursive: true });
  // Several processes may build at once. Each has a folder of its own until its build is complete.
  const unfinished = mkdtempSync(join(results, UNFINISHED));
  try {
    build(unfinished);
    renameSync(unfinished, result);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process may have been faster. Its files are the same.
    if (!existsSync(result)) throw error;
  }
  removeOldResults(results);
  return result;
}

function removeOldResults(results: string): void {
  const folders = readdirSync(results)
    .filter((name) => !name.startsWith(UNFINISHED))
    .map((name) => join(results, name))
    .map((path) => ({ path, time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => other.time - one.time);
  for (const { path } of folders.slice(KEPT_RESULTS)) rmSync(path, { recursive: true, force: true });
}

/** Returns a hash of the names and contents of files and of all files in folders. The paths are relative to the project. */
export function hashOfSources(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesAt))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  return hash.digest("hex").slice(0, 16);
}

/** Returns the path of a file, or the paths of the files in a folder, in a fixed order. Tests do not belong to a build. */
function filesAt(path: string): readonly string[] {
  if (statSync(join(ROOT, path)).isFile()) return [path];
  return readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(path, join(entry.parentPath, entry.name).slice(join(ROOT, path).length + 1)))
    .filter((name) => !name.includes("/test/") && !name.includes("node_modules"))
    .sort();
}
