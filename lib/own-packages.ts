/** The project's own packages, for bundlers. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The packages that functions use, by the names of their folders in `packages/`. */
export const OWN_PACKAGES: readonly string[] = ["engine", "encoders", "fonts", "guarded-fetch", "client", "mcp"];

/**
 * Returns the source file of each entry point of packages, by its name in imports. With these aliases, esbuild bundles
 * the packages together with the code that imports them, so stack traces keep the names of their functions.
 * @param names the folders of the packages in `packages/`. By default those that functions use
 */
export function ownPackages(names: readonly string[] = OWN_PACKAGES): Record<string, string> {
  return Object.fromEntries(names.flatMap(entriesOf));
}

function entriesOf(name: string): [entry: string, source: string][] {
  const folder = new URL(`../packages/${name}/`, import.meta.url);
  const manifest = JSON.parse(readFileSync(new URL("package.json", folder), "utf8")) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, string>>;
  };
  return Object.entries(manifest.exports)
    .filter(([, source]) => source.endsWith(".ts"))
    .map(([entry, source]) => [manifest.name + entry.slice(1), fileURLToPath(new URL(source, folder))]);
}
