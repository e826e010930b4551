/** Bundles the code of a function into one file. It contains the AWS SDK, because that loads faster than Lambda's own. */
import { fileURLToPath } from "node:url";
import { type BuildOptions, buildSync } from "esbuild";

/** Bundled CommonJS dependencies call `require`, which ES modules lack. The long name avoids conflicts. */
export const REQUIRE_BANNER =
  "import{createRequire as createBundleRequire}from'node:module';const require=createBundleRequire(import.meta.url);";

const builtin = (file: string): string => fileURLToPath(new URL(`builtins/${file}`, import.meta.url));

/**
 * An ES import of a built-in module reads all of its properties, including those that load more code on first access.
 * `node:http` loads a whole HTTP client (undici, 30 ms of each cold start), `node:crypto` the Web Cryptography API. The
 * package finds credentials where a function has none.
 */
const ALIASES = {
  http: builtin("http.cjs"),
  "node:http": builtin("http.cjs"),
  crypto: builtin("crypto.cjs"),
  "node:crypto": builtin("crypto.cjs"),
  "@aws-sdk/credential-provider-node": builtin("credential-provider.mjs"),
};

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
  readonly outfile: string;
}

/**
 * Runs before all packages, in which a function that renders starts its rendering process. Pass one would move it behind
 * the imports of the packages, so it is bundled in pass two, from TypeScript.
 */
const RUNS_FIRST = "../shared/rendering-process.js";

/**
 * Minifies, because a cold start reads and compiles every byte. The project's own functions keep their names for stack
 * traces. The functions of packages do not, because naming their thousands of closures makes the import 10 % slower. This
 * needs two passes: first the own code, then the result with its packages.
 */
export function bundleCode({ code, folder, outfile }: Bundle): void {
  const { outputFiles } = buildSync({
    ...BUNDLE_OPTIONS,
    stdin: { contents: code, resolveDir: folder, loader: "ts" },
    packages: "external",
    external: [RUNS_FIRST],
    keepNames: true,
    write: false,
  });
  buildSync({
    ...BUNDLE_OPTIONS,
    stdin: { contents: outputFiles[0]?.text ?? "", resolveDir: folder, loader: "ts" },
    alias: ALIASES,
    banner: { js: REQUIRE_BANNER },
    outfile,
  });
}
