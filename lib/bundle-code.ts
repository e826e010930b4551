/** Bundles the code of functions. The bundles contain the AWS SDK, because it loads faster than Lambda's own copy. */
import childProcess from "node:child_process";
import crypto from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, buildSync } from "esbuild";
import { functionSources, STARTER } from "./function-sources.js";
import { ownPackages } from "./own-packages.js";

/** Bundled CommonJS dependencies call `require`, which ES modules lack. The long name avoids conflicts. */
export const REQUIRE_BANNER =
  "import{createRequire as createBundleRequire}from'node:module';const require=createBundleRequire(import.meta.url);";

const builtin = (file: string): string => fileURLToPath(new URL(`builtins/${file}`, import.meta.url));

/**
 * An ES import of a built-in module reads all of its properties, including those that load more code on first access.
 * `node:http` loads a whole HTTP client (undici, 30 ms of each cold start). `node:fs` loads streams and promises
 * (3 ms). The aliases load `node:crypto` (4 ms) and `node:child_process` only when one of their properties is read:
 * most first pictures need neither.
 *
 * The SDK's credential provider also searches places where a function has no credentials. `tiny-inflate` takes 4 ms to
 * decompress the tables of the line breaker, and zlib takes less than 1 ms. sharp loads 50 files of `semver` only for
 * messages about its installation.
 */
const ALIASES = {
  "fs/promises": "node:fs/promises",
  "node:fs/promises": "node:fs/promises",
  fs: builtin("fs.cjs"),
  "node:fs": builtin("fs.cjs"),
  "util/types": "node:util/types",
  "node:util/types": "node:util/types",
  util: builtin("util.cjs"),
  "node:util": builtin("util.cjs"),
  http: builtin("http.cjs"),
  "node:http": builtin("http.cjs"),
  crypto: builtin("crypto.cjs"),
  "node:crypto": builtin("crypto.cjs"),
  child_process: builtin("child-process.cjs"),
  "node:child_process": builtin("child-process.cjs"),
  semver: builtin("semver.cjs"),
  "tiny-inflate": builtin("tiny-inflate.cjs"),
  "@aws-sdk/credential-provider-node": builtin("credential-provider.mjs"),
};

const namesOf = (builtIn: object): string => JSON.stringify(Object.getOwnPropertyNames(builtIn).join(" "));

/** All property names of two built-in modules. Their aliases load a module when one of its properties is first read. */
const BUILTIN_PROPERTY_NAMES = { NAMES_OF_CRYPTO: namesOf(crypto), NAMES_OF_CHILD_PROCESS: namesOf(childProcess) };

/** The options of esbuild. */
export const BUNDLE_OPTIONS = {
  bundle: true,
  minify: true,
  platform: "node",
  format: "esm",
  target: "node24",
  mainFields: ["module", "main"],
  logLevel: "warning",
} as const satisfies BuildOptions;

export interface Bundle {
  /** The source code in TypeScript. */
  readonly code: string;
  /** The folder that the imports in the code are relative to. */
  readonly folder: string;
  /** An `*.mjs` file. The code that it loads with `import()` goes to files beside it. */
  readonly outfile: string;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The content of index.mjs for a function that renders. */
const INDEX_WITH_STARTER = `import "./${STARTER}.mjs";\nexport const { handler } = await import("./handler.mjs");\n`;

/**
 * Bundles the handler of a function to index.mjs, and also the programs that it starts.
 *
 * Node.js compiles a module and all of its imports before it runs any of them. So the index.mjs of a function that
 * renders starts the rendering process first, and only then imports the handler. The starter and the handler are
 * bundled together, so that the handler can access the process that was started.
 *
 * @returns the project's own files that the bundles contain, as paths in the project
 */
export function bundleFunction(name: string, programNames: readonly string[], outputDir: string): readonly string[] {
  const { handler, starter, programs } = functionSources(name, programNames);
  if (starter !== undefined) writeFileSync(join(outputDir, "index.mjs"), INDEX_WITH_STARTER);
  const bundles: readonly Readonly<Record<string, string>>[] = [
    starter === undefined ? { index: handler } : { handler, [STARTER]: starter },
    // Bundle each program separately. Otherwise, each would contain the parts of modules that only the others need.
    ...programs.map(([program, source]) => ({ [program]: source })),
  ];
  return [...new Set(bundles.flatMap((files) => bundleFiles(files, outputDir)))];
}

/** Bundles source files of the project. The keys of `sources` name the bundles in `outputDir`. */
function bundleFiles(sources: Readonly<Record<string, string>>, outputDir: string): readonly string[] {
  return bundle({ entryPoints: { ...sources }, absWorkingDir: ROOT }, Object.keys(sources), outputDir);
}

export function bundleCode({ code, folder, outfile }: Bundle): void {
  const stdin = { contents: code, resolveDir: folder, sourcefile: basename(outfile), loader: "ts" } as const;
  bundle({ stdin, entryNames: basename(outfile, ".mjs") }, [basename(outfile, ".mjs")], dirname(outfile));
}

/**
 * Minifies the code, because a cold start reads and compiles every byte. The project's own functions keep their names
 * for stack traces. The functions of packages do not, because naming their thousands of closures makes the import 10 %
 * slower. This needs two passes: the first bundles the project's own code, the second adds the packages.
 *
 * Code that is loaded with `import()` goes to separate files. Examples are most of the SDK's credential providers and
 * the client for remote images. Such code is half of the bundle of a function that renders.
 *
 * @returns the project's own files that the bundles contain, as paths in the project
 */
function bundle(sources: BuildOptions, names: readonly string[], outdir: string): readonly string[] {
  const own = mkdtempSync(join(tmpdir(), "bundle-"));
  // All files are in one folder. So `import.meta.url` finds the programs wherever esbuild puts the code that uses it.
  const split = { splitting: true, chunkNames: "[name]-[hash]", outExtension: { ".js": ".mjs" } } as const;
  try {
    const { metafile } = buildSync({
      ...BUNDLE_OPTIONS,
      ...split,
      ...sources,
      metafile: true,
      packages: "external",
      alias: ownPackages(),
      keepNames: true,
      outdir: own,
    });
    buildSync({
      ...BUNDLE_OPTIONS,
      ...split,
      entryPoints: Object.fromEntries(names.map((name) => [name, join(own, `${name}.mjs`)])),
      absWorkingDir: own,
      nodePaths: [join(ROOT, "node_modules")],
      alias: ALIASES,
      define: BUILTIN_PROPERTY_NAMES,
      banner: { js: REQUIRE_BANNER },
      outdir,
    });
    return Object.keys(metafile.inputs);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
