/** How every function's code is bundled: into one file, the AWS SDK included, which imports faster than Lambda's own. */
import { type BuildOptions, buildSync } from "esbuild";

/**
 * Bundled CommonJS dependencies call `require`, which an ES module lacks. The helper has a name of its own, since a short
 * one may be taken.
 */
const REQUIRE_BANNER =
  "import{createRequire as createBundleRequire}from'node:module';const require=createBundleRequire(import.meta.url);";

const OPTIONS = {
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
    ...OPTIONS,
    stdin: { contents: code, resolveDir: folder, loader: "ts" },
    packages: "external",
    keepNames: true,
    write: false,
  });
  buildSync({
    ...OPTIONS,
    stdin: { contents: outputFiles[0]?.text ?? "", resolveDir: folder, loader: "js" },
    banner: { js: REQUIRE_BANNER },
    outfile,
  });
}
