/** The build of the web application at /studio. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BUILDS = join(ROOT, ".local/studio");
/** Everything that the build reads. The versions of its packages are in the lock file. */
const INPUTS = [
  "packages/studio",
  "packages/client/src",
  "packages/import-svg/src",
  "packages/engine/src/document",
  "packages/engine/src/image-headers",
  "packages/engine/src/images",
  "packages/fonts/src",
  "package-lock.json",
];

/**
 * Builds the studio with Vite, and returns the folder of its files. A synthesis has no time for promises, so the build
 * is a process of its own. It takes seconds, so the result is kept by the hash of its inputs.
 *
 * @throws Error with the output of Vite if the build fails
 */
export function buildStudio(): string {
  const folder = join(BUILDS, hashOf(INPUTS));
  if (existsSync(folder)) return folder;
  mkdirSync(BUILDS, { recursive: true });
  // Several processes may build at once. Each has a folder of its own until its build is complete.
  const unfinished = mkdtempSync(join(BUILDS, "unfinished-"));
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vite, "build", join(ROOT, "packages/studio"), "--outDir", unfinished, "--logLevel", "warn"],
    { encoding: "utf8", env: { NODE_ENV: "production" } },
  );
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new Error(`The studio could not be built.\n${stdout}${stderr}`);
  }
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process was faster. Its files are the same.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function hashOf(inputs: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of inputs.flatMap(filesAt))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  return hash.digest("hex").slice(0, 16);
}

/** Returns the paths of a file, or of the files in a folder, in a fixed order. Tests do not belong to the build. */
function filesAt(path: string): readonly string[] {
  if (path.endsWith(".json")) return [path];
  return readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(path, join(entry.parentPath, entry.name).slice(join(ROOT, path).length + 1)))
    .filter((name) => !name.includes("/test/") && !name.includes("node_modules"))
    .sort();
}
