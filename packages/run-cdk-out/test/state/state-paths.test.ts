import { expect, test } from "@jest/globals";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeState, statePaths } from "../../src/state/state-paths.js";

test("removing the state removes the data of a stack, and nothing else in the folder", () => {
  const dir = mkdtempSync(join(tmpdir(), "state-paths-"));
  for (const path of Object.values(statePaths(dir))) writeFileSync(path, "");
  writeFileSync(join(dir, "precious.txt"), "");
  removeState(dir);
  expect(readdirSync(dir)).toEqual(["precious.txt"]);
  rmSync(dir, { recursive: true });
  expect(existsSync(dir)).toBe(false);
});
