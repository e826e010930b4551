import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

/** What each example must have made. The line is added to the example. */
const CHECKS = {
  encoders: 'if (Buffer.compare(first, second) === 0 || second.length < 60) throw new Error("No second picture.");',
  fonts: 'if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("No font.");',
  engine: 'if (picture.width !== 800 || picture.warnings.length > 0) throw new Error("Not the picture.");',
};

test.each(Object.entries(CHECKS))("the example in the README of packages/%s runs", (name, check) => {
  const readme = readFileSync(`packages/${name}/README.md`, "utf8");
  const [, example = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(example).toContain("import {");
  // Inside of the repository, so that Node.js finds the packages.
  const folder = mkdtempSync(join(`packages/${name}`, "readme-"));
  try {
    const file = join(folder, "example.mts");
    writeFileSync(file, `${example}\n${check}\n`);
    const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", file], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
