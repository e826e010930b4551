import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

/** What the examples of each README must have made. The line is added to them. */
const CHECKS = {
  encoders: 'if (Buffer.compare(first, second) === 0 || second.length < 60) throw new Error("No second picture.");',
  engine: `if (width !== 800 || height !== 240 || warnings.length > 0 || bytes[1] !== 0x50) throw new Error("Not the picture.");
    if (layers[0]?.layerName !== "title" || !(cpuMs > 1) || !(memoryBytes > 1e6)) throw new Error("Not the estimate.");`,
};

test.each(Object.entries(CHECKS))(
  "the examples in the README of packages/%s run, one after the other",
  (name, check) => {
    const readme = readFileSync(`packages/${name}/README.md`, "utf8");
    const example = Array.from(readme.matchAll(/```ts\n([\s\S]*?)```/g), ([, text]) => text).join("");
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
  },
);
