import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { hashOfSources, keptBuild } from "../../lib/kept-build.js";

let folder = "";
let name = "";

beforeEach(() => {
  mkdirSync(".local", { recursive: true });
  folder = mkdtempSync(join(".local", "test-kept-"));
  name = basename(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const writes = (text: string) => (outputDir: string) => writeFileSync(join(outputDir, "index.mjs"), text);
const textIn = (result: string) => readFileSync(join(result, "index.mjs"), "utf8");

test("a build runs once for each hash", () => {
  const first = keptBuild(name, "one", writes("1"));
  expect(textIn(first)).toBe("1");
  const again = keptBuild(name, "one", () => {
    throw new Error("The build runs again.");
  });
  expect(again).toBe(first);
  expect(textIn(keptBuild(name, "two", writes("2")))).toBe("2");
});

test("a build that fails leaves nothing behind, and the next one starts from the beginning", () => {
  const fails = (outputDir: string): void => {
    writes("half")(outputDir);
    throw new Error("The disk is full.");
  };
  expect(() => keptBuild(name, "one", fails)).toThrow("The disk is full.");
  expect(readdirSync(folder)).toEqual([]);
  expect(textIn(keptBuild(name, "one", writes("whole")))).toBe("whole");
});

test("a build that another process has finished meanwhile returns the result of that process", () => {
  const result = keptBuild(name, "one", (outputDir) => {
    writes("slow")(outputDir);
    keptBuild(name, "one", writes("fast"));
  });
  expect(textIn(result)).toBe("fast");
  expect(readdirSync(folder)).toEqual(["one"]);
});

test("the three newest results are kept", () => {
  for (const [index, hash] of ["a", "b", "c"].entries()) {
    const at = new Date(Date.UTC(2026, 0, 1 + index));
    utimesSync(keptBuild(name, hash, writes(hash)), at, at);
  }
  keptBuild(name, "d", writes("d"));
  expect(readdirSync(folder).sort()).toEqual(["b", "c", "d"]);
});

test("the hash of sources changes with the name and the content of a file, and not with its tests", () => {
  const sources = relative(".", folder);
  const write = (file: string, text: string): string => {
    mkdirSync(join(folder, "test"), { recursive: true });
    writeFileSync(join(folder, file), text);
    return hashOfSources([sources]);
  };
  const first = write("a.ts", "1");
  expect(write("test/a.test.ts", "1")).toBe(first);
  const changed = write("a.ts", "2");
  expect(changed).not.toBe(first);
  expect(write("b.ts", "2")).not.toBe(changed);
  rmSync(join(folder, "b.ts"));
  expect(hashOfSources([sources])).toBe(changed);
});
