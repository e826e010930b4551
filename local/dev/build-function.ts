import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type BuildFailure, formatMessages } from "esbuild";
import { functionSources, RENDER_PROGRAM, STARTER } from "../../lib/function-sources.js";
import { ownPackages } from "../../lib/own-packages.js";

/** A function's own code: one file for the handler and one for each program that it starts, with source maps. */
export interface BuiltFunction {
  /** The text of each file by its name. */
  readonly files: ReadonlyMap<string, string>;
  /** The source files of the bundles, as paths in the project. */
  readonly inputs: ReadonlySet<string>;
}

/** Programs beside the handler of a function. They contain code that few requests need. */
const PROGRAMS = ["find-warnings", "open-api"];

/** The error for sources that cannot be built. It has esbuild's message, with file, line and column. */
export class BuildError extends Error {
  override readonly name = "BuildError";
}

/**
 * Bundles the function in `lambdas/<name>` without its packages: the function loads them from `node_modules`. A
 * deployment also bundles the packages (lib/bundle-code.ts), which takes ten times as long.
 */
export async function buildFunction(projectDir: string, name: string): Promise<BuiltFunction> {
  const exists = (file: string) => existsSync(join(projectDir, "lambdas", name, `${file}.ts`));
  const programs = [...(exists(STARTER) ? [RENDER_PROGRAM] : []), ...PROGRAMS.filter(exists)];
  const sources = functionSources(name, programs);
  const { outputFiles, metafile } = await bundle(projectDir, [
    { in: sources.handler, out: "index" },
    ...sources.programs.map(([program, source]) => ({ in: source, out: program })),
  ]);
  const files = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  return { files, inputs: new Set(Object.keys(metafile.inputs)) };
}

/** Returns the source files of the project that `entryPoints` import directly or indirectly. */
export async function importedSources(projectDir: string, entryPoints: readonly string[]): Promise<Set<string>> {
  const results = await Promise.all(
    entryPoints.map((entryPoint) => bundle(projectDir, [{ in: entryPoint, out: "index" }])),
  );
  return new Set(results.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
}

/** Writes the code to `folder`, so that a process that starts at any moment reads complete files. */
export function writeFunction(folder: string, { files }: BuiltFunction): void {
  mkdirSync(folder, { recursive: true });
  // Write the handler last, because it starts the programs.
  const isHandler = (name: string): number => Number(name === "index.mjs");
  for (const [name, text] of [...files].sort(([a], [b]) => isHandler(a) - isHandler(b))) {
    const temporary = join(folder, `${name}.tmp`);
    writeFileSync(temporary, text);
    renameSync(temporary, join(folder, name));
  }
}

async function bundle(projectDir: string, entryPoints: { in: string; out: string }[]) {
  try {
    return await build({
      absWorkingDir: projectDir,
      entryPoints,
      // esbuild writes nothing here. The folder only makes the paths in the source map absolute.
      outdir: projectDir,
      outExtension: { ".js": ".mjs" },
      sourceRoot: projectDir,
      bundle: true,
      packages: "external",
      alias: ownPackages(),
      platform: "node",
      format: "esm",
      target: "node24",
      sourcemap: "linked",
      metafile: true,
      write: false,
      logLevel: "silent",
    });
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (errors === undefined) throw error;
    const messages = await formatMessages(errors, { kind: "error", color: process.stdout.isTTY });
    throw new BuildError(messages.join("").trimEnd(), { cause: error });
  }
}
