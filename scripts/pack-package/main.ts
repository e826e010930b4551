/**
 * `npm run pack --workspace packages/NAME -- [--pack-destination FOLDER]`: builds the package of the current folder for other
 * projects, and packs it. A plain `npm pack` would pack TypeScript, which Node.js does not run in `node_modules`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { stagePackage } from "./stage-package.js";

const { values } = parseArgs({ options: { "pack-destination": { type: "string", default: "." } } });
// npm runs scripts in the folder of the package. A relative path starts at the folder where npm was started.
const destination = resolve(process.env["INIT_CWD"] ?? "", values["pack-destination"]);

const staged = mkdtempSync(join(tmpdir(), "pack-package-"));
try {
  await stagePackage(process.cwd(), staged);
  execFileSync("npm", ["pack", "--pack-destination", destination], { cwd: staged, stdio: "inherit" });
} finally {
  rmSync(staged, { recursive: true });
}
