import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** The parts of a package.json in `packages/` that its tarball keeps. */
const packageManifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  type: z.literal("module"),
  /** The source of each entry point. */
  exports: z.record(z.string().startsWith("."), z.string()),
  /** The source of each executable, which is an entry point too. */
  bin: z.record(z.string(), z.string()).default({}),
  /** Sources that do something when they are imported. */
  sideEffects: z.union([z.literal(false), z.array(z.string())]),
  engines: z.object({ node: z.string().startsWith(">=") }),
  dependencies: z.record(z.string(), z.string()).default({}),
});

export type PackageManifest = z.infer<typeof packageManifestSchema>;

/** An entry point of a package: an entry of `exports` that is TypeScript. */
export interface EntryPoint {
  /** As in `exports`: `.` or `./document`. */
  readonly entry: string;
  /** The source, relative to the package: `./src/document/index.ts`. */
  readonly source: string;
  /** The built file, relative to the package. All are in one folder, so that a file finds another one beside itself. */
  readonly code: string;
  readonly types: string;
}

/** Reads the package.json of a folder. */
export function readPackageManifest(folder: string): PackageManifest {
  return packageManifestSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}

/** Returns the entry points of a package. */
export function entryPointsOf({ exports }: PackageManifest): EntryPoint[] {
  const entries = Object.entries(exports).filter(([, source]) => source.endsWith(".ts"));
  return entries.map(([entry, source]) => ({
    entry,
    source,
    code: `./dist/${entry === "." ? "index" : entry.slice(2)}.js`,
    types: source.replace(/^\.\/src\/(.+)\.ts$/, "./dist/types/$1.d.ts"),
  }));
}

/**
 * Returns the package.json of the tarball. Its entry points are the built files, and it has neither scripts nor
 * development dependencies.
 */
export function stagedManifest(manifest: PackageManifest, addedExports: Readonly<Record<string, string>>): object {
  const entryPoints = entryPointsOf(manifest);
  const builtEntries = entryPoints.map(({ entry, code, types }): [string, object] => [entry, { types, default: code }]);
  const builtOf = (source: string) => entryPoints.find((point) => point.source === source)?.code;
  const { sideEffects, bin, ...kept } = manifest;
  const executables = Object.entries(bin).map(([name, source]) => [name, builtOf(source)] as const);
  return {
    ...kept,
    ...(executables.length > 0 && { bin: Object.fromEntries(executables) }),
    exports: { ...manifest.exports, ...Object.fromEntries(builtEntries), ...addedExports },
    sideEffects: sideEffects === false ? false : sideEffects.map(builtOf),
  };
}
