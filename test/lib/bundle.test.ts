import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { ImageRenderStack } from "../../lib/image-render-stack.js";
import { readSettings } from "../../lib/settings.js";
import { contextWith, WITHOUT_CHECK } from "./app-with.js";
import { resourcesOf, type TemplateJson } from "./synthesize.js";

mkdirSync(".local", { recursive: true });
const outdir = mkdtempSync(resolve(".local/test-bundle-"));
let api = "";
let renderer = "";

beforeAll(() => {
  const app = new App({ ...WITHOUT_CHECK, outdir, context: contextWith({ nativeLayer: "host" }) });
  const stack = new ImageRenderStack(app, "Test", { settings: readSettings(app) });
  app.synth();
  const functions = resourcesOf(Template.fromStack(stack).toJSON() as TemplateJson, "AWS::Lambda::Function");
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

test("what the api function loads at a start is smaller than 1 MB, and what few requests need is in files of its own", () => {
  expect(readdirSync(api).sort()).toEqual(["find-warnings.mjs", "index.mjs", "open-api.mjs", "parts"]);
  expect(statSync(join(api, "index.mjs")).size).toBeLessThan(1_000_000);
});

test("a stack trace from the bundle contains the names of the project's functions", async () => {
  const trace = await importApi();
  expect(trace).toContain("ORIGIN_SECRET");
  expect(trace).toMatch(/at parseEnvironment \(/);
});

test("only the rendering process loads native libraries, not the renderer function itself", () => {
  expect(readdirSync(renderer).sort()).toEqual([
    "handler.mjs",
    "index.mjs",
    "parts",
    "render-process.mjs",
    "start-rendering.mjs",
  ]);
  const loadsResvg = (file: string) => readFileSync(join(renderer, file), "utf8").includes('"@resvg/resvg-js"');
  expect([loadsResvg("handler.mjs"), loadsResvg("render-process.mjs")]).toEqual([false, true]);
});

test("a function that renders starts its rendering process before it loads its handler, from a file with no package", () => {
  const index = readFileSync(join(renderer, "index.mjs"), "utf8");
  expect(index.indexOf("start-rendering.mjs")).toBeLessThan(index.indexOf('await import("./handler.mjs")'));
  expect(statSync(join(renderer, "start-rendering.mjs")).size).toBeLessThan(2_000);
  // A copy of the module in the handler would start a second process, which nobody uses.
  const handler = readFileSync(join(renderer, "handler.mjs"), "utf8");
  expect([handler.includes("start-rendering.mjs"), handler.includes("render-process.mjs")]).toEqual([true, false]);
});

test("the parts that are imported later have the exports that the code uses", async () => {
  const parts = readdirSync(join(renderer, "parts"));
  const pathOf = (name: string) => join(renderer, "parts", parts.find((part) => part.startsWith(name)) ?? "");
  const script = `
    const paths = ${JSON.stringify(["undici", "barcode-library", "html-library"].map(pathOf))};
    const [undici, barcodes, html] = await Promise.all(paths.map((path) => import(path)));
    const { Client } = undici.default;
    process.stdout.write([Client, barcodes.code128, barcodes.drawingSVG, html.satori].map((value) => typeof value).join());
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { env: {} });
  expect(stdout).toBe("function,function,function,function");
});

test("the bundled sharp finds its native library through NODE_PATH, which names the layer in Lambda", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  try {
    cpSync(join(renderer, "parts"), folder, { recursive: true });
    const library = readdirSync(folder).find((name) => name.startsWith("sharp-library")) ?? "";
    const script = `
      const { sharp } = await import(${JSON.stringify(join(folder, library))});
      const image = sharp({ create: { width: 3, height: 2, channels: 3, background: "red" } });
      const { format, width, height } = await sharp(await image.jpeg().toBuffer()).metadata();
      process.stdout.write([format, width, height].join());
    `;
    const env = { NODE_PATH: resolve("node_modules") };
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { env });
    expect(stdout).toBe("jpeg,3,2");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("code that few pictures need is not in the files that a cold start loads", () => {
  const parts = readdirSync(join(renderer, "parts"));
  for (const name of ["undici", "barcode-library", "html-library", "sharp-library"])
    expect(parts.filter((part) => part.startsWith(name))).toHaveLength(1);
  const text = (file: string) => readFileSync(join(renderer, file), "utf8");
  expect([text("handler.mjs").includes("MockAgent"), text("render-process.mjs").includes("bwipp")]).toEqual([
    false,
    false,
  ]);
  expect(text("render-process.mjs")).not.toContain("satori_");
  expect(text("render-process.mjs")).not.toContain("webpLossless");
  expect(statSync(join(renderer, "handler.mjs")).size).toBeLessThan(825_000);
});

test("a rendering process loads no code of Node.js that no first picture needs", async () => {
  const file = join(renderer, "render-process.mjs");
  const script = `
    await import(${JSON.stringify(file)});
    process.stdout.write(process.moduleLoadList.filter((name) => LATER.test(name)).join());
    process.exit();
  `.replace("LATER", String(/NativeModule (crypto|worker_threads|v8|timers\/promises|internal\/fs\/streams)$/));
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { env: {} });
  expect(stdout).toBe("");
});
