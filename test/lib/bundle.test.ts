import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ImageRenderStack } from "../../lib/image-render-stack.js";
import { readSettings } from "../../lib/settings.js";
import { contextWith, newApp, templateOf } from "./app-with.js";
import { resourcesOf } from "./synthesize.js";

mkdirSync(".local", { recursive: true });
const outdir = mkdtempSync(resolve(".local/test-bundle-"));
let folderOf: (description: string) => string = () => "";
let api = "";
let renderer = "";

beforeAll(() => {
  const app = newApp({ outdir, context: contextWith({ nativeLayer: "host" }) });
  const stack = new ImageRenderStack(app, "Test", { settings: readSettings(app) });
  app.synth();
  const functions = resourcesOf(templateOf(stack), "AWS::Lambda::Function");
  folderOf = (description) => {
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

/** The files of a bundle whose names have no hash. Lambda or another process starts these files. */
const namedFiles = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !/-[A-Z0-9]{8}\.mjs$/.test(name))
    .sort();

/** Imports the function without any environment variables and resolves to its error output. */
async function importApi(): Promise<string> {
  const file = join(api, "index.mjs");
  return await new Promise((resolve) =>
    execFile(process.execPath, [file], { env: {} }, (_error, _out, err) => resolve(err)),
  );
}

test("the api function loads less than 1,180 kB at its start, and code that few requests need is in separate files", () => {
  expect(namedFiles(api)).toEqual(["figures.mjs", "find-warnings.mjs", "index.mjs", "open-api.mjs"]);
  expect(bytesOf(loadedWith(api, "index.mjs"))).toBeLessThan(1_180_000);
});

test("the mcp function loads less than 600 kB at its start, without the guides, the examples and the search", () => {
  const folder = folderOf("Serves assistants");
  expect(namedFiles(folder)).toEqual(["index.mjs"]);
  const loaded = [...loadedWith(folder, "index.mjs").values()].join("");
  expect(loaded.length).toBeLessThan(600_000);
  const later = readdirSync(folder).map((name) => name.replace(/(-[A-Z0-9]{8})+\.mjs$/, ""));
  expect(later).toEqual(expect.arrayContaining(["examples", "fonts", "guides"]));
  // The bundle has no code of the AWS SDK, because the function calls no AWS service.
  expect(loaded).not.toContain("amazonaws.com");
});

test("a stack trace from the bundle contains the names of the project's functions", async () => {
  const trace = await importApi();
  expect(trace).toContain("ORIGIN_SECRET");
  expect(trace).toMatch(/at parseEnvironment \(/);
});

test("only the rendering process loads native libraries, not the renderer function itself", () => {
  expect(namedFiles(renderer)).toEqual(["handler.mjs", "index.mjs", "render-process.mjs", "start-rendering.mjs"]);
  const loadsResvg = (file: string) => [...loadedWith(renderer, file).values()].join("").includes('"@resvg/resvg-js"');
  expect([loadsResvg("handler.mjs"), loadsResvg("render-process.mjs")]).toEqual([false, true]);
});

test("the rendering process loads less than 800 kB at its start, without the code for PDF, HTML, QR codes and texts in SVG", () => {
  const loaded = loadedWith(renderer, "render-process.mjs");
  expect(bytesOf(loaded)).toBeLessThan(800_000);
  const namesOf = (paths: readonly string[]) =>
    paths.map((path) => basename(path).replace(/(-[A-Z0-9]{8})+\.mjs$/, "")).filter((name) => name !== "chunk");
  expect(namesOf([...loaded.keys()])).toEqual(["render-process.mjs"]);
  const later = ["render-pdf", "draw-html", "check-html", "qr-library", "barcode-library", "outline-texts"];
  expect(namesOf(readdirSync(renderer))).toEqual(expect.arrayContaining(later));
});

/** A file of a bundle and all files that it imports before it runs. */
function loadedWith(folder: string, file: string): Map<string, string> {
  const found = new Map<string, string>();
  const add = (path: string) => {
    if (found.has(path)) return;
    const text = readFileSync(path, "utf8");
    found.set(path, text);
    for (const [, imported = ""] of text.matchAll(/(?:from|import)"(\.\/[^"]+)"/g)) add(join(dirname(path), imported));
  };
  add(join(folder, file));
  return found;
}

/** The size of files, in bytes. */
function bytesOf(files: ReadonlyMap<string, string>): number {
  return [...files.values()].reduce((bytes, text) => bytes + Buffer.byteLength(text), 0);
}

test.each(["Renders one job per message", "Renders previews"])(
  "the function %s starts its rendering process before it loads its handler, from little code with no package",
  (description) => {
    const folder = folderOf(description);
    const index = readFileSync(join(folder, "index.mjs"), "utf8");
    expect(index.indexOf("start-rendering.mjs")).toBeLessThan(index.indexOf('await import("./handler.mjs")'));
    const starter = loadedWith(folder, "start-rendering.mjs");
    expect([...starter.values()].join("").length).toBeLessThan(6_000);
    // A copy of the module in the handler would start a second process, which nobody uses.
    const handler = loadedWith(folder, "handler.mjs");
    const starting = [...handler].filter(([, text]) => text.includes("render-process.mjs")).map(([path]) => path);
    expect(starting).toHaveLength(1);
    expect(starter.has(starting[0] ?? "")).toBe(true);
  },
);

test("only the preview function limits its pictures, to 2 megapixels", async () => {
  const optionsOf = async (description: string): Promise<unknown> => {
    const folder = mkdtempSync(join(outdir, "started-"));
    cpSync(folderOf(description), folder, { recursive: true });
    // This program replaces the one that draws. It prints its options.
    writeFileSync(join(folder, "render-process.mjs"), "process.stdout.write(process.argv[2]);");
    const env = { AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "1769" };
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "start-rendering.mjs")], { env });
    return JSON.parse(stdout);
  };
  const memoryBytes = 1769 * 1024 * 1024;
  expect(await optionsOf("Renders previews")).toEqual({ memoryBytes, maxPixels: 2_000_000 });
  expect(await optionsOf("Renders one job per message")).toEqual({ memoryBytes });
});

test("the parts that are imported later have the exports that the code uses", async () => {
  const parts = readdirSync(renderer);
  const pathOf = (name: string) => join(renderer, parts.find((part) => part.startsWith(name)) ?? "");
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
    cpSync(renderer, folder, { recursive: true });
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
  const parts = readdirSync(renderer);
  for (const name of ["undici", "barcode-library", "html-library", "sharp-library"])
    expect(parts.filter((part) => part.startsWith(name))).toHaveLength(1);
  const text = (file: string) => readFileSync(join(renderer, file), "utf8");
  expect([text("handler.mjs").includes("MockAgent"), text("render-process.mjs").includes("bwipp")]).toEqual([
    false,
    false,
  ]);
  expect(text("render-process.mjs")).not.toContain("satori_");
  expect(text("render-process.mjs")).not.toContain("webpLossless");
  expect(statSync(join(renderer, "handler.mjs")).size).toBeLessThan(880_000);
});

test("a rendering process loads only the code of Node.js that first pictures need", async () => {
  const file = join(renderer, "render-process.mjs");
  const script = `
    await import(${JSON.stringify(file)});
    process.stdout.write(process.moduleLoadList.filter((name) => LATER.test(name)).join());
    process.exit();
  `.replace("LATER", String(/NativeModule (crypto|worker_threads|v8|timers\/promises|internal\/fs\/streams)$/));
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { env: {} });
  expect(stdout).toBe("");
});
