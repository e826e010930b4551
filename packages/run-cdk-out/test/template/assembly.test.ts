import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireCompleteAssembly, readAssembly } from "../../src/template/assembly.js";

let dir: string;
const write = (name: string, value: unknown) => writeFileSync(join(dir, name), JSON.stringify(value));
const stack = { type: "aws:cloudformation:stack", properties: { templateFile: "S.template.json", stackName: "Named" } };

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "assembly-"));
  mkdirSync(join(dir, "asset.abc"));
  write("manifest.json", {
    artifacts: { "S.assets": { type: "cdk:asset-manifest", properties: { file: "S.assets.json" } }, S: stack },
  });
  write("S.assets.json", {
    files: {
      abc: { source: { path: "asset.abc", packaging: "zip" }, destinations: { here: { objectKey: "abc.zip" } } },
      self: { source: { path: "S.template.json", packaging: "file" }, destinations: { here: { objectKey: "t.json" } } },
    },
  });
  write("S.template.json", {
    Resources: { F: { Type: "AWS::Lambda::Function", Properties: { Code: { S3Key: "abc.zip" } } } },
  });
});
afterEach(() => rmSync(dir, { recursive: true }));

test("the only stack is read with its name, and the folder of an asset is found by its key", () => {
  const assembly = readAssembly(dir);
  expect(assembly.stackName).toBe("Named");
  expect(Object.keys(assembly.template.Resources)).toEqual(["F"]);
  expect(assembly.assetFolder("abc.zip")).toBe(join(dir, "asset.abc"));
  expect(() => assembly.assetFolder("t.json")).toThrow("no asset folder with the key t.json");
});

describe("complete assemblies", () => {
  test("an assembly with its template and the code of its functions is complete", () =>
    expect(() => requireCompleteAssembly(dir)).not.toThrow());
  test.each(["manifest.json", "S.template.json", "S.assets.json", "asset.abc"])(
    "an assembly without %s is not complete",
    (name) => {
      rmSync(join(dir, name), { recursive: true });
      expect(() => requireCompleteAssembly(dir)).toThrow();
    },
  );
});

test("if there are several stacks, one must be chosen by its name or its ID", () => {
  write("O.template.json", { Resources: { Q: { Type: "AWS::SQS::Queue" } } });
  const other = { ...stack, properties: { templateFile: "O.template.json", stackName: "OtherName" } };
  write("manifest.json", { artifacts: { S: stack, Other: other } });
  expect(() => readAssembly(dir)).toThrow("has several stacks. Choose one with --stack: S, Other.");
  expect(() => readAssembly(dir, "Third")).toThrow("has no stack Third. It has: S, Other.");
  for (const name of ["Other", "OtherName"]) {
    expect(Object.keys(readAssembly(dir, name).template.Resources)).toEqual(["Q"]);
  }
});

test("a template with a macro is refused", () => {
  write("S.template.json", { Transform: "AWS::Serverless-2016-10-31", Resources: {} });
  expect(() => readAssembly(dir)).toThrow("the template uses a macro");
});
