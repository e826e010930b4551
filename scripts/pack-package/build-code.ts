import { basename, join } from "node:path";
import { build } from "esbuild";
import type { Door } from "./package-manifest.js";

/** What to build, and where. */
export interface Build {
  /** The folder of the package. */
  readonly folder: string;
  /** The folder that becomes the tarball. */
  readonly staged: string;
  readonly doors: readonly Door[];
}

interface CodeBuild extends Build {
  /** The oldest version of Node.js that runs the code. */
  readonly node: string;
  /** The values of names that only the packed code has. */
  readonly define: Readonly<Record<string, string>>;
}

/** Builds the JavaScript: a file for each door, and files that they share. Dependencies stay imports. */
export async function buildCode({ folder, staged, doors, node, define }: CodeBuild): Promise<void> {
  await build({
    entryPoints: doors.map(({ source, code }) => ({ in: join(folder, source), out: basename(code, ".js") })),
    outdir: join(staged, "dist"),
    define,
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: `node${node}`,
    logLevel: "warning",
  });
}
