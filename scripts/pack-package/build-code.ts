import { join } from "node:path";
import { build } from "esbuild";

/** What to build, and where. */
export interface Build {
  /** The folder of the sources. */
  readonly source: string;
  readonly output: string;
  /** The sources of the doors, relative to `source`. */
  readonly doors: readonly string[];
}

interface CodeBuild extends Build {
  /** The oldest version of Node.js that runs the code. */
  readonly node: string;
  /** The values of names that only the packed code has. */
  readonly define: Readonly<Record<string, string>>;
}

/** Builds the JavaScript: a file for each door, and files that they share. Dependencies stay imports. */
export async function buildCode({ source, output, doors, node, define }: CodeBuild): Promise<void> {
  await build({
    entryPoints: doors.map((door) => join(source, door)),
    outbase: source,
    outdir: output,
    define,
    bundle: true,
    splitting: true,
    chunkNames: "shared/[name]-[hash]",
    packages: "external",
    platform: "node",
    format: "esm",
    target: `node${node}`,
    logLevel: "warning",
  });
}
