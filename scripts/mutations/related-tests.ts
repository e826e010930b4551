import { existsSync, globSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { OWN_PACKAGES, ownPackages } from "../../lib/own-packages.js";
import { readSource, unitTests } from "./source-files.js";

const IMPORTERS = ["{core,aws,lambdas,lib,layers,cli,local,docs,examples,scripts,test}/**/*.ts", "packages/**/*.ts"];

/** Finds the unit tests that import a file directly or indirectly, and the tests in its folder below `test/`. */
export interface RelatedTests {
  /** The tests with the fewest imports between them and the file come first. */
  of(file: string): readonly string[];
}

/** Reads the imports of all files. */
export function readRelatedTests(root: string): RelatedTests {
  const importers = new Map<string, string[]>();
  const packages = ownPackages([...OWN_PACKAGES, "import-svg"]);
  const entryPoints = new Map(Object.entries(packages).map(([name, path]) => [name, path.slice(root.length + 1)]));
  const files = globSync(IMPORTERS, {
    cwd: root,
    exclude: (path) => path === "node_modules" || path === ".run-cdk-out",
  });
  for (const file of files) {
    for (const { fileName } of ts.preProcessFile(readSource(root, file), true, true).importedFiles) {
      const imported = entryPoints.get(fileName) ?? pathOf(root, file, fileName);
      if (imported === undefined) continue;
      const known = importers.get(imported);
      if (known === undefined) importers.set(imported, [file]);
      else known.push(file);
    }
  }
  const tests = unitTests(root);
  return {
    of: (file) => {
      const importing = nearestFirst(importers, file).filter((one) => tests.includes(one));
      // Tests of the edge function and of bundles compile the sources themselves, so they do not import them.
      const beside = tests.filter((test) => dirname(test) === `test/${dirname(file)}` && !importing.includes(test));
      return [...importing, ...beside];
    },
  };
}

function pathOf(root: string, file: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const path = normalize(join(dirname(file), specifier.replace(/\.js$/, ".ts")));
  return existsSync(join(root, path)) ? path : undefined;
}

/**
 * Lists the importers of a file, then the importers of these files, and so on. At the same distance, files in folders
 * with the same name come first.
 */
function nearestFirst(importers: ReadonlyMap<string, readonly string[]>, file: string): string[] {
  const found = new Set([file]);
  const names = new Set(file.replace(/\.ts$/, "").split("/"));
  const likeness = (path: string) =>
    path.split("/").filter((name) => names.has(name.replace(/(\.test)?\.ts$/, ""))).length;
  let latest = [file];
  while (latest.length > 0) {
    const next = new Set(latest.flatMap((one) => importers.get(one) ?? []).filter((one) => !found.has(one)));
    latest = [...next].sort((one, other) => likeness(other) - likeness(one) || (one < other ? -1 : 1));
    for (const one of latest) found.add(one);
  }
  return [...found];
}
