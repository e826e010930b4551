import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { hashInputs } from "../../src/synthesis/hash-inputs.js";

let dir: string;
const write = (path: string, contents: string) => {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), contents);
};
const hash = (context: unknown = {}) => hashInputs(dir, ["lib", "core", "layers", "cdk.json"], context);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "input-hash-"));
  write("lib/stack.ts", "a");
  write("cdk.json", "{}");
});
afterEach(() => rmSync(dir, { recursive: true }));

test("the same inputs have the same hash", () => expect(hash()).toBe(hash()));

test.each<[string, () => void]>([
  ["a changed file", () => write("lib/stack.ts", "b")],
  ["a new file", () => write("core/deep/new.ts", "")],
  ["a removed file", () => rmSync(join(dir, "lib/stack.ts"))],
  ["a renamed file", () => renameSync(join(dir, "lib/stack.ts"), join(dir, "lib/other.ts"))],
  ["a changed cdk.json", () => write("cdk.json", "{ }")],
])("%s changes the hash", (_, change) => {
  const before = hash();
  change();
  expect(hash()).not.toBe(before);
});

test("another context changes the hash", () => expect(hash({ a: "1" })).not.toBe(hash({ a: "2" })));

test("files outside the inputs, packages and hidden files do not change the hash", () => {
  const before = hash();
  write("docs/readme.md", "x");
  write("layers/native/node_modules/sharp/index.js", "x");
  write("lib/.DS_Store", "x");
  expect(hash()).toBe(before);
});
