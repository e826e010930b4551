import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SourceWatcher } from "../../../local/dev/source-watcher.js";

let dir: string;
let watcher: SourceWatcher;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
};

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "source-watcher-"));
  write("core/a.ts", "a");
  write("core/b.ts", "b");
  write("cdk.json", "{}");
  watcher = new SourceWatcher(dir, ["core", "cdk.json"]);
});
afterEach(() => {
  watcher.close();
  rmSync(dir, { recursive: true });
});

/** The paths of the next report. */
const report = () => new Promise<string[]>((resolve) => watcher.start((paths) => resolve([...paths].sort())));

test.each<[what: string, change: () => void, paths: string[]]>([
  ["a changed file", () => write("core/a.ts", "aa"), ["core/a.ts"]],
  ["a changed file that is not in a folder", () => write("cdk.json", "{ }"), ["cdk.json"]],
  ["a new file in a new folder", () => write("core/deep/new.ts", ""), ["core/deep/new.ts"]],
  ["a removed file", () => rmSync(join(dir, "core/a.ts")), ["core/a.ts"]],
  ["a renamed file", () => renameSync(join(dir, "core/a.ts"), join(dir, "core/c.ts")), ["core/a.ts", "core/c.ts"]],
  ["a removed folder", () => rmSync(join(dir, "core"), { recursive: true }), ["core/a.ts", "core/b.ts"]],
])("the watcher reports %s, even if it changed before the first look", async (_what, change, paths) => {
  change();
  expect(await report()).toEqual(paths);
});

test("the watcher reports a file that an editor replaces with a file of the same size", async () => {
  const reported = report();
  write("core/a.ts.tmp", "x");
  renameSync(join(dir, "core/a.ts.tmp"), join(dir, "core/a.ts"));
  expect(await reported).toEqual(["core/a.ts"]);
});

test("the watcher reports nothing outside its folders, no packages, and no hidden files", async () => {
  write("docs/a.md", "x");
  write("core/node_modules/p/index.js", "x");
  write("core/.a.ts.swp", "x");
  write("core/a.ts", "changed");
  expect(await report()).toEqual(["core/a.ts"]);
});
