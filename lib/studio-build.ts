/** The build of the web application at /studio. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashOfSources, keptBuild } from "./kept-build.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
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
 * Builds the studio with Vite, and returns the folder of its files. A synthesis cannot wait for promises, so the build
 * runs in a process of its own.
 *
 * @throws Error with the output of Vite if the build fails
 */
export function buildStudio(): string {
  return keptBuild("studio", hashOfSources(INPUTS), runVite);
}

function runVite(outputDir: string): void {
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vite, "build", join(ROOT, "packages/studio"), "--outDir", outputDir, "--logLevel", "warn"],
    { encoding: "utf8", env: { NODE_ENV: "production" } },
  );
  if (status !== 0) throw new Error(`The studio could not be built.\n${stdout}${stderr}`);
}
