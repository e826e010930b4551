/**
 * `node bench/run.mjs [NAME ARG…]`: installs the packages that only benchmarks need, and runs `bench/NAME.ts`.
 */
import { join } from "node:path";
import { installLocked, run } from "../scripts/install-locked.mjs";

const FOLDER = import.meta.dirname;

const [name, ...args] = process.argv.slice(2);
installLocked(FOLDER, "the packages of the benchmarks");
if (name !== undefined) run("tsx", [join(FOLDER, `${name}.ts`), ...args]);
