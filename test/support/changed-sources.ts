/**
 * Compiles and runs the sources as they would be after a change, without a copy of the repository: a test can show which
 * files a kind of change needs.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { build, type Plugin } from "esbuild";
import { ownPackages } from "../../lib/own-packages.js";

/** The new text of each file that the change edits or adds, by its path in the repository. */
export type Change = Readonly<Record<string, string>>;

/** Returns the text of a file with replaced parts. @throws Error if a part is not in the file */
export function edited(path: string, ...replacements: readonly (readonly [part: string, by: string])[]): string {
  return replacements.reduce(
    (text, [part, by]) => {
      if (!text.includes(part)) throw new Error(`${path} does not contain ${part}.`);
      return text.replace(part, by);
    },
    readFileSync(path, "utf8"),
  );
}

/** Type-checks files, and the changed ones, after each of several changes. Returns the errors of each as `file: message`. */
export function compileErrors(files: readonly string[], changes: readonly Change[]): readonly (readonly string[])[] {
  // In a process of its own: Jest would load the compiler again for each test file, which takes many seconds.
  const output = execFileSync(process.execPath, ["test/support/type-check.mjs"], {
    input: JSON.stringify({ files, changes }),
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  return JSON.parse(output) as string[][];
}

/** Runs a program that imports changed sources. Resolves to what its default export returns, as JSON can carry it. */
export async function runChanged(program: string, change: Change): Promise<unknown> {
  mkdirSync(".local", { recursive: true });
  const folder = mkdtempSync(resolve(".local/changed-"));
  const outfile = join(folder, "program.mjs");
  try {
    await build({
      stdin: {
        contents: 'import run from "./program.js"; process.stdout.write(JSON.stringify(await run()));',
        resolveDir: process.cwd(),
      },
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node24",
      packages: "external",
      alias: ownPackages(),
      plugins: [withChange({ ...change, "program.ts": program })],
      outfile,
      logLevel: "silent",
    });
    const env = { ...process.env, NODE_OPTIONS: "" };
    const { stdout } = await promisify(execFile)(process.execPath, [outfile], { env });
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Gives esbuild the text of changed files. */
function withChange(change: Change): Plugin {
  return {
    name: "change",
    setup(bundler) {
      // esbuild looks for files on the disk, where the new ones are missing.
      bundler.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path).replace(/\.js$/, ".ts");
        return relative(process.cwd(), file) in change ? { path: file } : undefined;
      });
      bundler.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = change[relative(process.cwd(), path)];
        return contents === undefined ? undefined : { contents, loader: "ts", resolveDir: dirname(path) };
      });
    },
  };
}
