/** How every function's code is bundled. */
import type { BuildOptions } from "esbuild";

/**
 * Bundled CommonJS dependencies call `require`, which an ES module lacks. The helper has a name of its own, since a short
 * one may be taken.
 */
const REQUIRE_BANNER =
  "import{createRequire as createBundleRequire}from'node:module';const require=createBundleRequire(import.meta.url);";

/**
 * One file, the AWS SDK included: that imports faster than Lambda's own. Minified, since a cold start reads and compiles
 * every byte; functions and classes keep their names, which stack traces tell.
 */
export const BUNDLE_OPTIONS = {
  bundle: true,
  minify: true,
  keepNames: true,
  platform: "node",
  format: "esm",
  target: "node24",
  mainFields: ["module", "main"],
  banner: { js: REQUIRE_BANNER },
  logLevel: "warning",
} as const satisfies BuildOptions;
