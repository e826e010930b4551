#!/usr/bin/env node
/** The executable `irs`. It runs in any folder, and on any Node version that `engines` in package.json allows. */
import { fileURLToPath } from "node:url";
import { majorOf, NODE_MAJOR } from "./node24/find-node.mjs";

if (majorOf(process.version) < NODE_MAJOR) {
  const { runOnNode24 } = await import("./node24/run-on-node24.mjs");
  runOnNode24("node", [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
} else {
  const { register } = await import("tsx/esm/api");
  register({ tsconfig: fileURLToPath(new URL("../tsconfig.json", import.meta.url)) });
  const { start } = await import("./start.ts");
  await start();
}
