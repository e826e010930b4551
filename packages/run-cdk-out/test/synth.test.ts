import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { synthesize } from "../src/synth.js";
import { readAssembly } from "../src/template/assembly.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
let projectDir: string;
let assemblyDir: string;

/** The smallest app: its one function's code and the context land in the template. */
const APP = `
import { App, CfnOutput, Stack } from "aws-cdk-lib";
import { Code, Function, Runtime } from "aws-cdk-lib/aws-lambda";
const app = new App({ builtinCloudFormationValidation: false });
const stack = new Stack(app, "Small");
new Function(stack, "F", {
  runtime: Runtime.NODEJS_24_X,
  handler: "index.handler",
  code: Code.fromAsset(new URL("../lambdas", import.meta.url).pathname),
});
for (const name of ["own", "given", "nativeLayer"]) {
  new CfnOutput(stack, name, { value: String(app.node.tryGetContext(name)) });
}
`;

beforeAll(() => {
  // Inside the project, so that the app finds its packages.
  mkdirSync(join(ROOT, ".local"), { recursive: true });
  projectDir = mkdtempSync(join(ROOT, ".local", "synth-test-"));
  assemblyDir = join(projectDir, ".local", "cdk.out");
  for (const folder of ["bin", "lambdas"]) mkdirSync(join(projectDir, folder));
  writeFileSync(join(projectDir, "package.json"), '{ "type": "module" }');
  writeFileSync(join(projectDir, "cdk.json"), '{ "context": { "own": "from cdk.json", "given": "overridden" } }');
  writeFileSync(join(projectDir, "bin", "app.ts"), APP);
  writeFileSync(join(projectDir, "lambdas", "index.mjs"), "export const handler = () => 1;");
});
afterAll(() => rmSync(projectDir, { recursive: true }));

const synth = (context: Record<string, string> = { given: "by the command line" }) =>
  synthesize({ projectDir, assemblyDir, context });
const output = (name: string) => readAssembly(assemblyDir).template.Outputs[name]?.Value;
const assets = () => readdirSync(assemblyDir).filter((name) => name.startsWith("asset."));

test("the app gets the context of cdk.json, the local defaults and the command line, the last one winning", async () => {
  expect(await synth()).toBe("synthesized");
  expect([output("own"), output("given"), output("nativeLayer")]).toEqual([
    "from cdk.json",
    "by the command line",
    "host",
  ]);
}, 60_000);

test("nothing changed means nothing is done, until the assembly is damaged", async () => {
  await synth();
  expect(await synth()).toBe("unchanged");
  rmSync(join(assemblyDir, assets()[0] ?? ""), { recursive: true });
  expect(await synth()).toBe("synthesized");
}, 60_000);

test("changed code is synthesized anew, and the asset of the former code goes", async () => {
  await synth();
  const before = assets();
  writeFileSync(join(projectDir, "lambdas", "index.mjs"), "export const handler = () => 2;");
  expect(await synth()).toBe("synthesized");
  expect(assets()).toHaveLength(before.length);
  expect(assets()).not.toEqual(before);
}, 60_000);

test("a failing app is shown with all that it said, and is not taken for done the next time", async () => {
  await synth();
  writeFileSync(join(projectDir, "bin", "app.ts"), `console.log("on the way");\nthrow new Error("no luck");`);
  await expect(synth()).rejects.toThrow(/could not be synthesized:[^]*on the way[^]*no luck/);
  expect(existsSync(join(assemblyDir, ".inputs"))).toBe(false);
  writeFileSync(join(projectDir, "bin", "app.ts"), APP);
  expect(await synth()).toBe("synthesized");
}, 60_000);
