import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import type { Overrides } from "../../src/document/overrides.js";
import { readDocument } from "../../src/resolve/read-request.js";
import { comparePaths, faultsOf, oracleResources } from "./compare-paths.js";

const EXAMPLES = join(import.meta.dirname, "../../../../examples");
const examples = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, "template.json")));
const readJson = (name: string, file: string): unknown => JSON.parse(readFileSync(join(EXAMPLES, name, file), "utf8"));

describe("the fast path and the reference path", () => {
  test.each(examples)("both paths draw the starter %s in the same way, without and with its request", async (name) => {
    const document = readDocument(readJson(name, "template.json"));
    const request = readJson(name, "request.json") as Overrides;
    const options = { scale: 0.5, transparent: false };
    const differences = await comparePaths(document, [{}, request], options, oracleResources());
    expect(faultsOf(differences)).toEqual([]);
  });

  // The comparison runs in its own process, because the module loader of the test runner makes it ten times slower.
  test("both paths draw 200 random documents in the same way, even when they are repainted for random requests", async () => {
    const main = join(import.meta.dirname, "main.ts");
    const run = promisify(execFile)(process.execPath, ["--import", "tsx", main, "--runs", "200"], {
      cwd: join(import.meta.dirname, "../../../.."),
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    const { stdout } = await run.catch((error: unknown) => ({ stdout: String(error) }));
    expect(stdout).toContain("200 documents are the same, within 2 levels.");
  });
});
