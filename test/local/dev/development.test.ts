import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Project } from "run-cdk-out";
import { Development } from "../../../local/dev/development.js";

let projectDir: string;
let printed: string[];
/** Names of the functions whose code was replaced, and the folders of their new code. */
let replaced: [name: string, codeDir: string][];

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(projectDir, path)), { recursive: true });
  writeFileSync(join(projectDir, path), text);
};

beforeEach(() => {
  projectDir = mkdtempSync(join(tmpdir(), "development-"));
  printed = [];
  replaced = [];
  write("core/greeting.ts", 'export const greeting: string = "hello";');
  write(
    "lambdas/one/handler.ts",
    'import { greeting } from "../../core/greeting.js"; export const handler = () => greeting;',
  );
  write("lambdas/two/handler.ts", 'import { z } from "zod"; export const handler = () => z;');
  write("lambdas/shared/unused.ts", "export const unused = 1;");
});
afterEach(() => rmSync(projectDir, { recursive: true }));

async function start(): Promise<Development> {
  const project: Project = { projectDir, assemblyDir: join(projectDir, "cdk.out"), command: "true", context: {} };
  const development = new Development({
    project,
    print: (text) => printed.push(text),
    runner: {
      functions: ["one", "two", "another"].map((name) => ({ name, codeDir: "/asset" })),
      replaceCode: (name, codeDir) => void replaced.push([name, codeDir]),
    },
  });
  await development.findInputs();
  return development;
}

/** Calls the new code of a function and returns its result. */
async function handlerOf(codeDir: string | undefined): Promise<unknown> {
  const { handler } = (await import(join(codeDir ?? "", "index.mjs"))) as { handler: () => unknown };
  return handler();
}

test("a changed module replaces the code of the functions that import it, and of no others", async () => {
  const development = await start();
  write("core/greeting.ts", 'export const greeting: string = "welcome";');
  await development.apply(["core/greeting.ts"]);
  expect(replaced.map(([name]) => name)).toEqual(["one"]);
  expect(await handlerOf(replaced[0]?.[1])).toBe("welcome");
  expect(printed).toEqual([expect.stringMatching(/^core\/greeting\.ts changed: new code for one \(\d+\.\d s\)$/)]);
});

test("new code leaves the synthesized assembly as it was, and has a source map that names the sources", async () => {
  const development = await start();
  await development.debug(["one"]);
  const [[name, codeDir] = ["", ""]] = replaced;
  expect([name, codeDir]).toEqual(["one", join(projectDir, "cdk.out-dev", "one")]);
  const map = JSON.parse(readFileSync(join(codeDir, "index.mjs.map"), "utf8")) as Record<string, unknown>;
  expect(map).toMatchObject({ sourceRoot: projectDir, sources: ["core/greeting.ts", "lambdas/one/handler.ts"] });
});

test("packages are not bundled into new code", async () => {
  const development = await start();
  await development.debug(["two"]);
  expect(readFileSync(join(replaced[0]?.[1] ?? "", "index.mjs"), "utf8")).toMatch(/from "zod"/);
});

test("a change that leaves the code as it is replaces nothing", async () => {
  const development = await start();
  write("lambdas/one/handler.ts", "export const handler = () => 1;");
  await development.apply(["lambdas/one/handler.ts"]);
  write("lambdas/one/handler.ts", "export const handler = () => 1; // with a comment");
  await development.apply(["lambdas/one/handler.ts"]);
  await development.apply(["lambdas/shared/unused.ts"]);
  expect(replaced.map(([name]) => name)).toEqual(["one"]);
});

test("sources with an error are reported with file and line, and the function keeps its code until they are corrected", async () => {
  const development = await start();
  write("lambdas/one/handler.ts", "export const handler = ;");
  await development.apply(["lambdas/one/handler.ts"]);
  expect(replaced).toEqual([]);
  expect(printed.join("\n")).toMatch(/one cannot be built and keeps its code:[^]*lambdas\/one\/handler\.ts:1:23/);
  // The import of a new file fails until the file exists, although nothing has imported it before.
  write("lambdas/one/handler.ts", 'export { handler } from "./new.js";');
  await development.apply(["lambdas/one/handler.ts"]);
  write("lambdas/one/new.ts", "export const handler = () => 3;");
  await development.apply(["lambdas/one/new.ts"]);
  expect(replaced.map(([name]) => name)).toEqual(["one"]);
  expect(await handlerOf(replaced[0]?.[1])).toBe(3);
});

test("a synthesis that fails is reported with its output", async () => {
  const development = await start();
  write("cdk.json", "{ not JSON");
  await development.apply(["cdk.json"]);
  expect(printed.join("\n")).toMatch(/^cdk\.json changed\. .*cdk\.json is not a valid configuration of a CDK project/);
});
