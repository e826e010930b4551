/** Writes the tables of the template reference: `npm run docs:format`, after a change of the template language. */
import { readFileSync, writeFileSync } from "node:fs";
import { withTables } from "./format-tables.js";

const target = new URL("template-format.md", import.meta.url);
writeFileSync(target, withTables(readFileSync(target, "utf8")));
