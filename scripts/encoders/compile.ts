/**
 * Compiles the encoders from AssemblyScript: `npm run wasm`. With `--check` (`npm run wasm:check`) it writes nothing, names
 * each stale module and exits with 1. The compiler has a lock file of its own and is installed before its first use.
 */
import { fileURLToPath } from "node:url";
import { installLocked } from "../install-locked.mjs";
import { updateFiles } from "../update-files.js";
import { COMPILER_FOLDER, encoderModuleSource } from "./encoder-module-source.js";

const check = process.argv[2] === "--check";
const root = fileURLToPath(new URL("../../", import.meta.url));

installLocked(fileURLToPath(COMPILER_FOLDER), "the compiler of the encoders");
const modules = new Map([
  ["packages/encoders/src/png/encoder-module.ts", await encoderModuleSource("png")],
  ["packages/encoders/src/jpeg/encoder-module.ts", await encoderModuleSource("jpeg")],
]);
const changes = await updateFiles(root, modules, { check });
for (const { path } of changes) console.log(`${path}  ${check ? "is stale" : "updated"}`);
if (changes.length === 0) console.log("The compiled encoders are up to date.");
if (check && changes.length > 0) {
  console.log('Run "npm run wasm", and commit the modules.');
  process.exitCode = 1;
}
