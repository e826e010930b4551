import { buildSync } from "esbuild";
import { ownPackages } from "../lib/own-packages.js";

/** Bundles a program with the project's own packages, for plain Node.js. Other packages stay imports. */
export function bundleProgram(file: string): Uint8Array {
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    packages: "external",
    alias: ownPackages(),
    logLevel: "warning",
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
