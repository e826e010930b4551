/**
 * `tsx scripts/run-bundled.ts FILE [ARG…]`: bundles a program with the project's own packages, and runs it on plain
 * Node.js. The loader of TypeScript would change the time and the memory that a benchmark measures.
 */
import { spawnSync } from "node:child_process";
import { basename, join, resolve } from "node:path";
import { buildSync } from "esbuild";
import { ownPackages } from "../lib/own-packages.js";

const [file, ...args] = process.argv.slice(2);
if (file === undefined) throw new Error("Name the program: tsx scripts/run-bundled.ts FILE [ARG…]");
const outfile = resolve(
  ".local",
  `bundled-${basename(join(file, "..")).replace(/\W/g, "")}-${basename(file, ".ts")}.mjs`,
);
buildSync({
  entryPoints: [file],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  packages: "external",
  alias: ownPackages(),
  logLevel: "warning",
});
process.exitCode = spawnSync(process.execPath, [outfile, ...args], { stdio: "inherit" }).status ?? 1;
