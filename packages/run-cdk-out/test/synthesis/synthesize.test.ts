import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Project, synthesize } from "../../src/synthesis/synthesize.js";
import { readAssembly } from "../../src/template/assembly.js";

/** This folder is inside the package, so that the app finds its dependencies. */
const FOLDERS = fileURLToPath(new URL("../../.run-cdk-out", import.meta.url));
let projectDir: string;
let assemblyDir: string;

/**
 * The smallest app: the code of its one function and the context become part of the template. It uses only the core of the CDK,
 * because loading the constructs of Lambda takes as long as the rest.
 */
const APP = `
import { App, AssetStaging, CfnOutput, CfnResource, FileAssetPackaging, Stack } from "aws-cdk-lib/core";
const app = new App({ builtinCloudFormationValidation: false });
const stack = new Stack(app, "Small");
const staging = new AssetStaging(stack, "Staging", { sourcePath: new URL("../lambdas", import.meta.url).pathname });
const { bucketName, objectKey } = stack.synthesizer.addFileAsset({
  fileName: staging.relativeStagedPath(stack),
  sourceHash: staging.assetHash,
  packaging: FileAssetPackaging.ZIP_DIRECTORY,
});
const Code = { S3Bucket: bucketName, S3Key: objectKey };
new CfnResource(stack, "F", { type: "AWS::Lambda::Function", properties: { Handler: "index.handler", Code } });
for (const name of ["own", "given", "aws:cdk:enable-path-metadata"]) {
  new CfnOutput(stack, name.replaceAll(/[^a-z]/g, ""), { value: String(app.node.tryGetContext(name)) });
}
`;

beforeAll(() => {
  mkdirSync(FOLDERS, { recursive: true });
  projectDir = mkdtempSync(join(FOLDERS, "synthesize-test-"));
  assemblyDir = join(projectDir, "cdk.out");
  for (const folder of ["bin", "lambdas"]) mkdirSync(join(projectDir, folder));
  writeFileSync(join(projectDir, "package.json"), '{ "type": "module" }');
  writeFileSync(join(projectDir, "cdk.json"), '{ "context": { "own": "from cdk.json", "given": "overridden" } }');
  writeFileSync(join(projectDir, "bin", "app.ts"), APP);
  writeFileSync(join(projectDir, "lambdas", "index.mjs"), "export const handler = () => 1;");
});
afterAll(() => rmSync(projectDir, { recursive: true }));

const command = [process.execPath, "--import", "tsx", "bin/app.ts"] as const;
const inputs = ["bin", "lambdas"];
const synth = (more: Partial<Project> = {}) =>
  synthesize({
    projectDir,
    assemblyDir,
    command: [...command],
    context: { given: "by the command line" },
    inputs,
    ...more,
  });
const output = (name: string) => readAssembly(assemblyDir).template.Outputs[name]?.Value;
const assets = () => readdirSync(assemblyDir).filter((name) => name.startsWith("asset."));

test("the app gets the context of cdk.json, overridden by that of the command line, and the paths of constructs", async () => {
  expect(await synth()).toBe("synthesized");
  expect([output("own"), output("given"), output("awscdkenablepathmetadata")]).toEqual([
    "from cdk.json",
    "by the command line",
    "true",
  ]);
});

test("an assembly is kept while no input changes, and made again when it is damaged", async () => {
  await synth();
  expect(await synth()).toBe("unchanged");
  rmSync(join(assemblyDir, assets()[0] ?? ""), { recursive: true });
  expect(await synth()).toBe("synthesized");
});

test("an app without a list of inputs is synthesized each time, and may be a shell command", async () => {
  const shell = `"${process.execPath}" --import tsx bin/app.ts`;
  const project = { projectDir, assemblyDir, context: {}, command: shell };
  expect(await synthesize(project)).toBe("synthesized");
  expect(await synthesize(project)).toBe("synthesized");
});

test("changed code is synthesized again, and the asset of the former code is removed", async () => {
  await synth();
  const before = assets();
  writeFileSync(join(projectDir, "lambdas", "index.mjs"), "export const handler = () => 2;");
  expect(await synth()).toBe("synthesized");
  expect(assets()).toHaveLength(before.length);
  expect(assets()).not.toEqual(before);
});

test("an app that fails is reported with its whole output, and is synthesized again the next time", async () => {
  await synth();
  writeFileSync(join(projectDir, "bin", "app.ts"), `console.log("half done");\nthrow new Error("no luck");`);
  await expect(synth()).rejects.toThrow(/could not be synthesized:[^]*half done[^]*no luck/);
  expect(existsSync(join(assemblyDir, ".inputs"))).toBe(false);
  writeFileSync(join(projectDir, "bin", "app.ts"), APP);
  expect(await synth()).toBe("synthesized");
});

test("a command that writes no assembly is refused", async () => {
  await expect(synth({ command: "true", assemblyDir: join(projectDir, "elsewhere") })).rejects.toThrow(
    "The app wrote no assembly",
  );
});
