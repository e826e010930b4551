#!/usr/bin/env node
/** The executable `irs`. It lets Node import TypeScript, from whatever folder it is started, and runs the command line. */
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

register({ tsconfig: fileURLToPath(new URL("../tsconfig.json", import.meta.url)) });
const { start } = await import("./start.ts");
await start();
