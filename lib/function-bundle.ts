/** The bundle of a function, which is kept until one of the project's sources changes. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleFunction } from "./bundle-code.js";
import { hashOfSources, keptBuild } from "./kept-build.js";
import { OWN_PACKAGES } from "./own-packages.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** npm writes this file whenever it installs packages. The lock file alone can already be newer than what is installed. */
const INSTALLED = "node_modules/.package-lock.json";
/** Everything that a bundle depends on. Files in `node_modules` are covered by the lock files. */
const SOURCES = [
  "lambdas",
  "core",
  "aws",
  "lib",
  ...OWN_PACKAGES.flatMap((name) => [`packages/${name}/src`, `packages/${name}/package.json`]),
  "docs/openapi.json",
  "examples",
  "package-lock.json",
  "tsconfig.json",
  ...(existsSync(join(ROOT, INSTALLED)) ? [INSTALLED] : []),
];

let sourcesHash: string | undefined;

/**
 * Returns a folder with the bundle of the function in `lambdas/<name>`. Nobody may change its files.
 *
 * @throws Error if the code imports a file that is not listed above. Otherwise, a change of this file would be missed.
 */
export function functionBundle(name: string, programs: readonly string[]): string {
  sourcesHash ??= hashOfSources(SOURCES);
  // The bundle contains lists of the exports of the built-in modules of this Node.js version.
  const hash = createHash("sha256").update(JSON.stringify([sourcesHash, programs, process.version]));
  return keptBuild(`bundles/${name}`, hash.digest("hex").slice(0, 16), (outputDir) => {
    const files = bundleFunction(name, programs, outputDir);
    const unlisted = files.filter(
      (file) => !SOURCES.some((source) => file === source || file.startsWith(`${source}/`)),
    );
    if (unlisted.length > 0) {
      throw new Error(
        `${name} imports ${unlisted.join(", ")}. Add this file or its folder to SOURCES in lib/function-bundle.ts.`,
      );
    }
  });
}
