import { basename, join } from "node:path";
import { build } from "esbuild";
import type { EntryPoint } from "./package-manifest.js";

/** The input and the output folder of the build. */
export interface Build {
  /** The folder of the package. */
  readonly folder: string;
  /** The folder that becomes the tarball. */
  readonly staged: string;
  readonly entryPoints: readonly EntryPoint[];
}

interface CodeBuild extends Build {
  /** The oldest version of Node.js that runs the code. */
  readonly node: string;
  /** The values of names that only the packed code has. */
  readonly define: Readonly<Record<string, string>>;
}

/** Builds the JavaScript: a file for each entry point, and files that they share. Dependencies stay imports. */
export async function buildCode({ folder, staged, entryPoints, node, define }: CodeBuild): Promise<void> {
  await build({
    entryPoints: entryPoints.map(({ source, code }) => ({ in: join(folder, source), out: basename(code, ".js") })),
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
