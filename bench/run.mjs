/**
 * `node bench/run.mjs [NAME ARG…]`: installs the packages that only benchmarks need, unless the installed ones match the
 * lock file, and runs `bench/NAME.ts`.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = import.meta.dirname;
/** Holds the hash of the lock file that the installed packages match. npm removes it when it installs again. */
const STAMP = join(FOLDER, "node_modules", ".lock-hash");

const [name, ...args] = process.argv.slice(2);
installPackages();
if (name !== undefined) run("tsx", [join(FOLDER, `${name}.ts`), ...args]);

function installPackages() {
  const lock = readFileSync(join(FOLDER, "package-lock.json"));
  const hash = createHash("sha256").update(lock).digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash) return;
  process.stderr.write("Installing the packages of the benchmarks (npm ci --prefix bench)\n");
  run("npm", ["ci", "--prefix", FOLDER]);
  writeFileSync(STAMP, hash);
}

/** Runs a command to its end. Ends this process when the command fails. */
function run(command, commandArgs) {
  const { status, error } = spawnSync(command, commandArgs, { stdio: "inherit" });
  if (error !== undefined) process.stderr.write(`${command} could not be started: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}
