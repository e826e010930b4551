import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "@jest/globals";
import type { FuzzCase } from "./fuzz-case.js";
import { Trial } from "./trial.js";

const CASES = join(import.meta.dirname, "cases");
const cases = readdirSync(CASES).filter((name) => name.endsWith(".json"));
const trial = new Trial();

afterAll(() => {
  trial.stop();
});

describe("documents at the edges of the contract", () => {
  test.each(cases)("the kept case %s is refused, or drawn without its finding", async (name) => {
    const test = JSON.parse(readFileSync(join(CASES, name), "utf8")) as FuzzCase;
    const { finding, refuted = "" } = await trial.run(test);
    expect(finding).toBeUndefined();
    // A comparison that has not ended shows nothing.
    expect(refuted).not.toMatch(/^reference:/);
  });

  // The documents run in their own process, with fixed seeds.
  test("14 random documents have no finding", async () => {
    const main = join(import.meta.dirname, "main.ts");
    const run = promisify(execFile)(
      process.execPath,
      ["--import", "tsx", main, "--count", "14", "--seed", "1", "--keep", ""],
      { cwd: join(import.meta.dirname, "../../../.."), env: { ...process.env, NODE_OPTIONS: "" } },
    );
    const { stdout } = await run.catch((error: unknown) => ({ stdout: String(error) }));
    expect(stdout).toContain("\n0 findings.");
  });
});
