/** How every function's code is bundled: into one file, the AWS SDK included, which imports faster than Lambda's own. */
import { fileURLToPath } from "node:url";
import { type BuildOptions, buildSync } from "esbuild";

/**
 * Bundled CommonJS dependencies call `require`, which an ES module lacks. The helper has a name of its own, since a short
 * one may be taken.
 */
export const REQUIRE_BANNER =
  "import{createRequire as createBundleRequire}from'node:module';const require=createBundleRequire(import.meta.url);";

const builtin = (name: string): string => fileURLToPath(new URL(`builtins/${name}.cjs`, import.meta.url));

/**
 * An ES import of a builtin module reads each of its properties, also those that are made when first read: `node:http` has
 * some that load a whole HTTP client (undici), 30 ms of each cold start, and `node:crypto` the Web Cryptography API.
 */
const ALIASES = {
  http: builtin("http"),
  "node:http": builtin("http"),
  crypto: builtin("crypto"),
  "node:crypto": builtin("crypto"),
};

/** What esbuild makes of a function by itself. */
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
  /** The folder that the code's imports start from. */
  readonly folder: string;
  readonly outfile: string;
}

/**
 * Minified, since a cold start reads and compiles every byte. The project's own functions keep their names, which stack
 * traces tell; packages don't, since naming the closures that they make by the thousand costs a tenth of an import. Hence
 * two passes: the own code first, then with its packages.
 */
export function bundleCode({ code, folder, outfile }: Bundle): void {
  const { outputFiles } = buildSync({
    ...BUNDLE_OPTIONS,
    stdin: { contents: code, resolveDir: folder, loader: "ts" },
    packages: "external",
    keepNames: true,
    write: false,
  });
  buildSync({
    ...BUNDLE_OPTIONS,
    stdin: { contents: outputFiles[0]?.text ?? "", resolveDir: folder, loader: "js" },
    alias: ALIASES,
    banner: { js: REQUIRE_BANNER },
    outfile,
  });
}
