import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import ts from "typescript";
import { openApiDocument } from "../../../docs/openapi/openapi-document.js";

const SOURCES = resolve("test/core/contract/generators");
mkdirSync(".local", { recursive: true });
const folder = mkdtempSync(resolve(".local/test-clients-"));

beforeAll(() => {
  const document = join(folder, "openapi.json");
  writeFileSync(document, JSON.stringify(openApiDocument()));
  execFileSync(process.execPath, [join(SOURCES, "generate.mjs"), document, folder], { env: {}, stdio: "pipe" });
  copyFileSync(join(SOURCES, "client.txt"), join(folder, "client.ts"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the types of openapi-typescript and @hey-api/openapi-ts compile, and a template alone is a valid request", () => {
  const program = ts.createProgram([join(folder, "client.ts")], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  });
  const faults = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    return `${file?.fileName.slice(folder.length + 1) ?? ""}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
  const files = program.getSourceFiles().map(({ fileName }) => fileName.slice(folder.length + 1));
  expect(files).toEqual(expect.arrayContaining(["openapi-typescript.ts", "hey-api/types.gen.ts", "client.ts"]));
  expect(faults).toEqual([]);
});
