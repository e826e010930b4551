import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProgress, type Runner, startRunner } from "../src/index.js";
import { freePort } from "../src/services/free-port.js";

jest.setTimeout(60_000);

let dir: string;
let runner: Runner | undefined;
let lines: string[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "start-runner-"));
  lines = [];
});
afterEach(async () => {
  await runner?.close();
  runner = undefined;
  rmSync(dir, { recursive: true });
});

const inlineFunction = (text: string) => ({
  Type: "AWS::Lambda::Function",
  Properties: {
    Runtime: "nodejs24.x",
    Handler: "index.handler",
    Role: "any",
    Code: { ZipFile: `exports.handler = async () => ({ statusCode: 200, body: ${JSON.stringify(text)} });` },
  },
});
const functionUrl = (logicalId: string) => ({
  Type: "AWS::Lambda::Url",
  Properties: { TargetFunctionArn: { "Fn::GetAtt": [logicalId, "Arn"] }, AuthType: "NONE" },
});

/** Writes an assembly with one stack. */
function writeAssembly(template: Record<string, unknown>): string {
  const assemblyDir = join(dir, "cdk.out");
  mkdirSync(assemblyDir);
  const stack = { type: "aws:cloudformation:stack", properties: { templateFile: "S.template.json" } };
  writeFileSync(join(assemblyDir, "manifest.json"), JSON.stringify({ artifacts: { S: stack } }));
  writeFileSync(join(assemblyDir, "S.template.json"), JSON.stringify(template));
  return assemblyDir;
}

async function start(template: Record<string, unknown>, port: number): Promise<Runner> {
  runner = await startRunner({
    settings: { port, fresh: false, quiet: false, stateDir: join(dir, "state"), context: {}, inspect: {}, denials: [] },
    source: { assemblyDir: writeAssembly(template) },
    progress: createProgress((line) => lines.push(line)),
    onLogLine: (name, line) => lines.push(`${name}: ${line}`),
  });
  return runner;
}

test("in a stack without a distribution, the first function URL is the base URL, and inline code runs", async () => {
  const port = await freePort();
  const { baseUrl, endpoints, outputs, functions } = await start(
    {
      Resources: {
        First: inlineFunction("one"),
        FirstUrl: functionUrl("First"),
        Second: inlineFunction("two"),
        SecondUrl: functionUrl("Second"),
      },
      Outputs: { Url: { Value: { "Fn::GetAtt": ["SecondUrl", "FunctionUrl"] } } },
    },
    port,
  );
  expect(baseUrl).toBe(`http://127.0.0.1:${port}`);
  const bodies = await Promise.all(endpoints.map(async ({ url }) => (await fetch(url)).text()));
  expect(bodies).toEqual(["one", "two"]);
  expect(outputs["Url"]).toBe(`https://${endpoints[1]?.domainName ?? ""}/`);
  expect(functions.map(({ name }) => name)).toEqual(["first", "second"]);
  // A finished assembly is not synthesized.
  expect(lines.join("\n")).not.toContain("Synthesize");
});

test("a stack that nobody can reach by HTTP runs without a base URL", async () => {
  const { baseUrl, endpoints } = await start({ Resources: { Jobs: { Type: "AWS::SQS::Queue" } } }, await freePort());
  expect([baseUrl, endpoints]).toEqual([undefined, []]);
});

test("a resource type that the runner does not know stops the start with an error that names it", async () => {
  const template = { Resources: { Trail: { Type: "AWS::CloudTrail::Trail" } } };
  await expect(start(template, await freePort())).rejects.toThrow("AWS::CloudTrail::Trail");
});
