/**
 * Generates clients from the OpenAPI document of a running service, and runs them. It needs tools that few machines
 * have, so only `npm run test:generated` and `npm run test:slow` run it. Rules that follow from it are in the tests of
 * the document.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { useService } from "../end-to-end/use-service.js";

const SOURCES = resolve("test/slow/generated-clients");
/** The package from PyPI contains the generator as a JAR. */
const GENERATOR = "openapi-generator-cli==7.26.0";
/** The tools that must be installed, with the argument that prints their version. */
const TOOLS = { java: "-version", python3: "--version", go: "version" } as const;
/** Generated clients then choose the type of a layer by its `type`, and do not try all of them. */
const LOOKUP = "useOneOfDiscriminatorLookup=true";

const { service } = useService();
mkdirSync(".local", { recursive: true });
const folder = mkdtempSync(resolve(".local/generated-clients-"));
const python = join(folder, "venv/bin/python");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = async (file: string, args: readonly string[], cwd = folder): Promise<string> => {
  const { stdout } = await promisify(execFile)(file, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
};

async function missingTools(): Promise<string[]> {
  const checks = Object.entries(TOOLS).map(async ([tool, argument]) =>
    run(tool, [argument]).then(
      () => [],
      () => [tool],
    ),
  );
  return (await Promise.all(checks)).flat();
}

async function generate(language: string, properties: string, ...options: string[]): Promise<void> {
  const args = ["generate", "-i", "openapi.json", "-g", language, "-o", language, ...options];
  await run(join(folder, "venv/bin/openapi-generator-cli"), [
    ...args,
    `--additional-properties=${LOOKUP},${properties}`,
  ]);
}

beforeAll(async () => {
  const missing = await missingTools();
  if (missing.length > 0) {
    throw new Error(
      `This test needs Java 11 or newer, Python 3.9 or newer with venv, and Go 1.23 or newer. Missing: ${missing.join(", ")}.`,
    );
  }
  const response = await service.fetch("/api/v1/openapi.json");
  writeFileSync(join(folder, "openapi.json"), await response.text());
  await run("python3", ["-m", "venv", "venv"]);
  await run(python, ["-m", "pip", "install", "--quiet", GENERATOR]);
});

const arguments_ = (): string[] => [service.connection.baseUrl, service.connection.apiKey];

test("a client in Python stores a template, renders, reads bytes, and knows the types of errors and webhooks", async () => {
  await generate("python", "packageName=irs_client");
  await run(python, ["-m", "pip", "install", "--quiet", "-r", join(folder, "python/requirements.txt")]);
  cpSync(join(SOURCES, "client.py"), join(folder, "python/client.py"));
  const seen = await run(python, [join(folder, "python/client.py"), ...arguments_()]);
  expect(JSON.parse(seen)).toEqual({
    background: "LinearGradient",
    layers: ["GroupLayer", "TextLayer"],
    name: "Überschrift",
    dryRun: ["DryRunBody", true],
    render: ["JobBody", "done", "webp"],
    picture: "WEBP",
    part: "RIFF",
    preview: "PNG",
    batch: ["done", 2],
    signed: 2,
    error: { status: 422, type: "ValidationErrorOrDuplicateLayerNamesErrorBody", code: "VALIDATION_ERROR" },
    webhook: ["render.completed", true, "done"],
  });
});

test("a client in Go compiles, stores a template, renders, reads bytes, and knows the types of errors and webhooks", async () => {
  await generate("go", "packageName=irsclient,withGoMod=true");
  const go = join(folder, "go");
  const module = readFileSync(join(go, "go.mod"), "utf8").replace(/^module .*$/m, "module example.com/irsclient");
  writeFileSync(join(go, "go.mod"), module);
  cpSync(join(SOURCES, "client.go"), join(go, "client/main.go"));
  await run("go", ["build", "-o", "irs-client", "./client"], go);
  expect(JSON.parse(await run(join(go, "irs-client"), arguments_()))).toEqual({
    background: true,
    layers: [true, true],
    name: "Überschrift",
    dryRun: true,
    render: ["done", "webp"],
    picture: "WEBP",
    part: "RIFF",
    preview: "PNG",
    batch: ["done", 2],
    signed: 2,
    error: [422, "VALIDATION_ERROR"],
    webhook: ["render.completed", true, "done"],
  });
});
