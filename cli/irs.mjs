#!/usr/bin/env node
/** The executable: lets Node read TypeScript, whatever folder it is started from, and runs the command line. */
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

register({ tsconfig: fileURLToPath(new URL("../tsconfig.json", import.meta.url)) });
const { start } = await import("./start.ts");
await start();
