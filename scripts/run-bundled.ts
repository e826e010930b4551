/**
 * `tsx scripts/run-bundled.ts FILE [ARG…]`: bundles a program with the project's own packages, and runs it on plain
 * Node.js. The loader of TypeScript would change the time and the memory that a benchmark measures.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleProgram } from "./bundle-program.js";

const [file, ...args] = process.argv.slice(2);
if (file === undefined) throw new Error("Name the program: tsx scripts/run-bundled.ts FILE [ARG…]");
// In a folder of the project, so that the program finds its packages.
const folder = join(import.meta.dirname, "../.local");
mkdirSync(folder, { recursive: true });
const program = join(folder, `${file.replace(/\W+/g, "-")}.mjs`);
writeFileSync(program, bundleProgram(file));
process.exitCode = spawnSync(process.execPath, [program, ...args], { stdio: "inherit" }).status ?? 1;
