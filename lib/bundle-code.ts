/** Bundles the code of a function into one file. It contains the AWS SDK, because that loads faster than Lambda's own. */
import childProcess from "node:child_process";
import crypto from "node:crypto";
import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, buildSync } from "esbuild";
import { ownPackages } from "./own-packages.js";

/** Bundled CommonJS dependencies call `require`, which ES modules lack. The long name avoids conflicts. */
export const REQUIRE_BANNER =
  "import{createRequire as createBundleRequire}from'node:module';const require=createBundleRequire(import.meta.url);";

const builtin = (file: string): string => fileURLToPath(new URL(`builtins/${file}`, import.meta.url));

/**
 * An ES import of a built-in module reads all of its properties, including those that load more code on first access.
 * `node:http` loads a whole HTTP client (undici, 30 ms of each cold start), `node:fs` streams and promises (3 ms).
 * `node:crypto` (4 ms) and `node:child_process` are loaded when one of their properties is read: most first pictures need
 * neither.
 *
 * The package finds credentials where a function has none. `tiny-inflate` unpacks the tables of the line breaker in 4 ms,
 * zlib in less than 1 ms. sharp loads 50 files of `semver` for messages of its installation.
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

/** The names of all properties of a built-in module, for the aliases that load it when one of them is first read. */
const NAMES = { NAMES_OF_CRYPTO: namesOf(crypto), NAMES_OF_CHILD_PROCESS: namesOf(childProcess) };

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
  /** TypeScript. */
  readonly code: string;
  /** The folder that the code's imports are relative to. */
  readonly folder: string;
  /** A file `*.mjs`. What it imports later, by `import()`, is in files of the folder `parts` beside it. */
  readonly outfile: string;
}

/** The program that a function starts to render, beside its handler. */
const RENDER_PROGRAM = "render-process";
/** The module that starts it. It is in a file of its own, which the function imports before the rest of its code. */
const STARTER = "./start-rendering.mjs";
/** How functions must import it. With another text it would be a second module, which starts a second process. */
const STARTER_SOURCE = "../shared/rendering-process.js";
/**
 * Modules that are imported by `import()` because not all pictures need them. Pass one would import their packages with the
 * rest, so they are bundled in pass two, from TypeScript.
 */
const LATER = {
  "./barcode-library.js": fileURLToPath(new URL("../packages/engine/src/codes/barcode-library.ts", import.meta.url)),
  "./html-library.js": fileURLToPath(new URL("../packages/engine/src/html/html-library.ts", import.meta.url)),
  "./sharp-library.js": fileURLToPath(new URL("../packages/engine/src/shared/sharp-library.ts", import.meta.url)),
};
const STARTED_FIRST = `import "${STARTER}";\nexport const { handler } = await import("./handler.mjs");\n`;

/**
 * Bundles the handler of a function to index.mjs, and the programs that it starts.
 *
 * Node.js compiles a module and all that it imports before it runs any of it. So the index.mjs of a function that renders
 * starts the rendering process, and only then imports the handler.
 */
export function bundleFunction(folder: string, programs: readonly string[], outputDir: string): void {
  const code = 'export { handler } from "./handler.js";';
  const startsRendering = programs.includes(RENDER_PROGRAM);
  bundleCode({ code, folder, outfile: join(outputDir, startsRendering ? "handler.mjs" : "index.mjs") });
  if (startsRendering) {
    const starter = { code: 'export * from "./rendering-process.js";', folder: join(folder, "../shared") };
    bundleCode({ ...starter, outfile: join(outputDir, STARTER) });
    writeFileSync(join(outputDir, "index.mjs"), STARTED_FIRST);
  }
  for (const program of programs) {
    bundleCode({ code: `export * from "./${program}.js";`, folder, outfile: join(outputDir, `${program}.mjs`) });
  }
}

/**
 * Minifies, because a cold start reads and compiles every byte. The project's own functions keep their names for stack
 * traces. The functions of packages do not, because naming their thousands of closures makes the import 10 % slower. This
 * needs two passes: first the own code, then the result with its packages.
 *
 * Code that is imported by `import()` gets files of its own. Most of the SDK's ways to find credentials and the client for
 * remote images are such code: half of the bundle of a function that renders.
 */
export function bundleCode({ code, folder, outfile }: Bundle): void {
  const { outputFiles } = buildSync({
    ...BUNDLE_OPTIONS,
    stdin: { contents: code, resolveDir: folder, loader: "ts" },
    packages: "external",
    alias: ownPackages(),
    external: [STARTER_SOURCE, ...Object.keys(LATER)],
    keepNames: true,
    write: false,
  });
  const paths = [[STARTER_SOURCE, STARTER] as const, ...Object.entries(LATER)];
  const own = paths.reduce((text, [from, to]) => text.replaceAll(from, to), outputFiles[0]?.text ?? "");
  buildSync({
    ...BUNDLE_OPTIONS,
    stdin: { contents: own, resolveDir: folder, loader: "ts" },
    external: [STARTER],
    alias: ALIASES,
    define: NAMES,
    banner: { js: REQUIRE_BANNER },
    splitting: true,
    outdir: dirname(outfile),
    entryNames: basename(outfile, ".mjs"),
    chunkNames: "parts/[name]-[hash]",
    outExtension: { ".js": ".mjs" },
  });
}
