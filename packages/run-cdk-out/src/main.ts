/** `npm start`. */
import { fileURLToPath } from "node:url";
import { run } from "./run.js";

await run(fileURLToPath(new URL("../../..", import.meta.url)), process.argv.slice(2));
