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
  /** The source of each door. */
  exports: z.record(z.string(), z.string()),
  sideEffects: z.literal(false),
  engines: z.object({ node: z.string().startsWith(">=") }),
  dependencies: z.record(z.string(), z.string()).default({}),
});

export type PackageManifest = z.infer<typeof packageManifestSchema>;

/** Reads the package.json of a folder. */
export function readPackageManifest(folder: string): PackageManifest {
  return packageManifestSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}

/** Returns the sources of all doors, such as `document/index.ts`, relative to `src`. */
export function doorsOf({ exports }: PackageManifest): string[] {
  return Object.values(exports).flatMap((source) => /^\.\/src\/(.+\.ts)$/.exec(source)?.[1] ?? []);
}

/** Returns the package.json of the tarball: its doors are the built files, and it has no scripts and development dependencies. */
export function stagedManifest(manifest: PackageManifest, addedExports: Readonly<Record<string, string>>): object {
  const doors = Object.entries(manifest.exports).map(([door, source]) => [door, builtDoor(source)] as const);
  return { ...manifest, exports: { ...Object.fromEntries(doors), ...addedExports } };
}

function builtDoor(source: string): string | { readonly types: string; readonly default: string } {
  if (!source.endsWith(".ts")) return source;
  const built = source.replace(/^\.\/src\/(.+)\.ts$/, "./dist/$1");
  return { types: `${built}.d.ts`, default: `${built}.js` };
}
