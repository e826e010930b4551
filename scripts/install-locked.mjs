import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Installs the packages of a folder that has a lock file of its own, unless the installed ones match the lock file. Ends
 * this process if npm fails.
 * @param {string} folder
 * @param {string} contents what is installed, for the message
 */
export function installLocked(folder, contents) {
  // Holds the hash of the lock file that the installed packages match. npm removes it when it installs again.
  const stamp = join(folder, "node_modules", ".lock-hash");
  const lock = readFileSync(join(folder, "package-lock.json"));
  const hash = createHash("sha256").update(lock).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  process.stderr.write(`Installing ${contents} (npm ci --prefix ${folder})\n`);
  run("npm", ["ci", "--prefix", folder]);
  writeFileSync(stamp, hash);
}

/**
 * Runs a command to its end. Ends this process when the command fails.
 * @param {string} command
 * @param {readonly string[]} commandArgs
 */
export function run(command, commandArgs) {
  const { status, error } = spawnSync(command, commandArgs, { stdio: "inherit" });
  if (error !== undefined) process.stderr.write(`${command} could not be started: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}
