import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "@jest/globals";
import { EXAMPLE_PACKAGES, readmeProgram } from "../support/package-readme.js";

test.each(EXAMPLE_PACKAGES)("the examples in the README of packages/%s run, one after the other", (name) => {
  // Inside of the repository, so that Node.js finds the packages.
  const folder = mkdtempSync(resolve("packages", name, "readme-"));
  try {
    const file = join(folder, "example.mts");
    writeFileSync(file, readmeProgram(name));
    const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", file], {
      cwd: folder,
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
