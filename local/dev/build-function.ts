import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type BuildFailure, formatMessages } from "esbuild";

/** A function's own code in one file, with its source map. */
export interface BuiltFunction {
  readonly code: string;
  readonly sourceMap: string;
  /** The source files that went into it, as paths in the project. */
  readonly inputs: ReadonlySet<string>;
}

/** The sources cannot be built. The message is esbuild's, with file, line and column. */
export class BuildError extends Error {
  override readonly name = "BuildError";
}

/**
 * Bundles the function in `lambdas/<name>`, without its packages: it loads those from `node_modules`. A deployment bundles
 * them too (lib/bundle-code.ts), which takes ten times as long.
 */
export async function buildFunction(projectDir: string, name: string): Promise<BuiltFunction> {
  const result = await bundle(projectDir, [`lambdas/${name}/handler.ts`]);
  const textOf = (suffix: string): string => result.outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? "";
  return { code: textOf("index.mjs"), sourceMap: textOf(".map"), inputs: new Set(Object.keys(result.metafile.inputs)) };
}

/** The source files of the project that `entryPoints` import, directly or not. */
export async function importedSources(projectDir: string, entryPoints: readonly string[]): Promise<Set<string>> {
  const results = await Promise.all(entryPoints.map((entryPoint) => bundle(projectDir, [entryPoint])));
  return new Set(results.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
}

/** Writes the code to `folder`, so that a process that starts at any moment reads complete files. */
export function writeFunction(folder: string, { code, sourceMap }: BuiltFunction): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of [
    ["index.mjs.map", sourceMap],
    ["index.mjs", code],
  ] as const) {
    const temporary = join(folder, `${name}.tmp`);
    writeFileSync(temporary, text);
    renameSync(temporary, join(folder, name));
  }
}

async function bundle(projectDir: string, entryPoints: string[]) {
  try {
    return await build({
      absWorkingDir: projectDir,
      entryPoints,
      // Nothing is written here. The folder only makes the paths in the source map absolute.
      outfile: join(projectDir, "index.mjs"),
      sourceRoot: projectDir,
      bundle: true,
      packages: "external",
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
