import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { ImageRenderStack } from "../../lib/image-render-stack.js";
import { readSettings } from "../../lib/settings.js";
import { contextWith, resourcesOf, WITHOUT_CHECK } from "./synthesize.js";

mkdirSync(".local", { recursive: true });
const outdir = mkdtempSync(resolve(".local/test-bundle-"));
let api = "";
let renderer = "";

beforeAll(() => {
  const app = new App({ ...WITHOUT_CHECK, outdir, context: contextWith({ nativeLayer: "host" }) });
  const stack = new ImageRenderStack(app, "Test", { settings: readSettings(app) });
  app.synth();
  const functions = resourcesOf(Template.fromStack(stack), "AWS::Lambda::Function");
  const folderOf = (description: string): string => {
    const found = functions
      .map(([, { Properties }]) => Properties)
      .find(({ Description }) => Description === description);
    const { S3Key = "" } = (found?.Code ?? {}) as { readonly S3Key?: string };
    return join(outdir, `asset.${S3Key.replace(/\.zip$/, "")}`);
  };
  api = folderOf("The REST API");
  renderer = folderOf("Renders one job per message");
});

afterAll(() => rmSync(outdir, { recursive: true, force: true }));

/** Imports the function without any environment variables and resolves to its error output. */
async function importApi(): Promise<string> {
  const file = join(api, "index.mjs");
  return await new Promise((resolve) =>
    execFile(process.execPath, [file], { env: {} }, (_error, _out, err) => resolve(err)),
  );
}

test("what the api function loads at a start is smaller than 1 MB, and the text engine is a file of its own", () => {
  expect(readdirSync(api).sort()).toEqual(["find-warnings.mjs", "index.mjs"]);
  expect(statSync(join(api, "index.mjs")).size).toBeLessThan(1_000_000);
});

test("a stack trace from the bundle contains the names of the project's functions", async () => {
  const trace = await importApi();
  expect(trace).toContain("ORIGIN_SECRET");
  expect(trace).toMatch(/at parseEnvironment \(/);
});

test("only the rendering process loads native libraries, not the renderer function itself", () => {
  expect(readdirSync(renderer).sort()).toEqual(["index.mjs", "render-process.mjs"]);
  const loadsResvg = (file: string) => readFileSync(join(renderer, file), "utf8").includes('"@resvg/resvg-js"');
  expect([loadsResvg("index.mjs"), loadsResvg("render-process.mjs")]).toEqual([false, true]);
});
