import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { build } from "esbuild";
import { ownPackages } from "../../lib/own-packages.js";
import { INPUTS } from "../../local/synthesis-inputs.js";
import { hashInputs } from "../../packages/run-cdk-out/src/synthesis/hash-inputs.js";

/** The sources that the functions and the stack are bundled from, as paths in the project. */
let bundled: readonly string[];

beforeAll(async () => {
  const folders = readdirSync("lambdas").map((name) => `lambdas/${name}`);
  const handlers = folders.map((folder) => `${folder}/handler.ts`).filter((file) => existsSync(file));
  const program = "packages/engine/src/process/render-program.ts";
  const { metafile } = await build({
    entryPoints: ["bin/app.ts", program, ...handlers],
    bundle: true,
    packages: "external",
    alias: ownPackages(),
    platform: "node",
    format: "esm",
    // Shared files, so that no code is written more than once.
    splitting: true,
    outdir: "unused",
    metafile: true,
    write: false,
  });
  bundled = Object.keys(metafile.inputs);
});

test("every source that a function or the stack is bundled from is an input of the synthesis", () => {
  expect(bundled.length).toBeGreaterThan(500);
  expect(bundled.filter((file) => !INPUTS.some((input) => file === input || file.startsWith(`${input}/`)))).toEqual([]);
});

test("the functions are bundled from the packages client, encoders, engine, fonts, guarded-fetch and mcp", () => {
  const packages = bundled.flatMap((file) => /^packages\/([^/]+)\//.exec(file)?.[1] ?? []);
  expect([...new Set(packages)].sort()).toEqual(["client", "encoders", "engine", "fonts", "guarded-fetch", "mcp"]);
});

const project = mkdtempSync(join(tmpdir(), "synthesis-inputs-"));
afterAll(() => rmSync(project, { recursive: true }));

// `npm start`, `npm run dev` and the end-to-end tests keep a synthesis as long as this hash is the same.
test.each(["client", "encoders", "engine", "fonts", "guarded-fetch", "mcp"])(
  "a change of a source of packages/%s needs a new synthesis",
  (name) => {
    cpSync(`packages/${name}/src`, join(project, `packages/${name}/src`), { recursive: true });
    const before = hashInputs(project, INPUTS, {});
    expect(hashInputs(project, INPUTS, {})).toBe(before);
    appendFileSync(join(project, `packages/${name}/src/index.ts`), "// changed\n");
    expect(hashInputs(project, INPUTS, {})).not.toBe(before);
  },
);
