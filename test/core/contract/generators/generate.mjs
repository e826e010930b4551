/** Runs the client generators on an OpenAPI document: `node generate.mjs <document> <folder>`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import openapiTS, { astToString } from "openapi-typescript";

const [, , documentFile, folder] = process.argv;
const document = JSON.parse(readFileSync(documentFile, "utf8"));

writeFileSync(join(folder, "openapi-typescript.ts"), astToString(await openapiTS(document)));
await createClient({
  input: document,
  output: { path: join(folder, "hey-api"), postProcess: [] },
  logs: { level: "silent", file: false },
  plugins: ["@hey-api/typescript"],
});
