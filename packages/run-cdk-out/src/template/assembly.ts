/** Reads the cloud assembly that a synthesis leaves behind: one stack, its template and its assets. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { UserError } from "../user-error.js";
import { type Template, templateSchema } from "./template.js";

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z
        .object({ templateFile: z.string().optional(), file: z.string().optional(), stackName: z.string().optional() })
        .optional(),
    }),
  ),
});

const assetsSchema = z.object({
  files: z
    .record(
      z.string(),
      z.object({
        source: z.object({ path: z.string().optional(), packaging: z.string().default("file") }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    )
    .default({}),
});

export interface Assembly {
  readonly stackName: string;
  readonly template: Template;
  /** The folder of an asset, by its object key in a deployment. Throws if there is none. */
  readonly assetFolder: (objectKey: string) => string;
}

/** Reads one stack of the assembly in `dir`. `stackName` may be left out if the assembly has only one stack. */
export function readAssembly(dir: string, stackName?: string): Assembly {
  const manifest = readJson(join(dir, "manifest.json"), manifestSchema);
  const artifacts = Object.entries(manifest.artifacts);
  const [artifactId, { properties }] = chooseStack(dir, artifacts, stackName);
  if (properties?.templateFile === undefined) {
    throw new Error(`The stack ${artifactId} in ${dir} names no template. Synthesize it again.`);
  }

  const folders = new Map<string, string>();
  for (const [, artifact] of artifacts) {
    if (artifact.type !== "cdk:asset-manifest" || artifact.properties?.file === undefined) continue;
    for (const [key, path] of assetFolders(dir, artifact.properties.file)) folders.set(key, path);
  }
  return {
    stackName: properties.stackName ?? artifactId,
    template: readJson(join(dir, properties.templateFile), templateSchema),
    assetFolder(objectKey) {
      const folder = folders.get(objectKey);
      if (folder === undefined) throw new Error(`no asset folder with the key ${objectKey} in ${dir}`);
      return folder;
    },
  };
}

type Artifact = [id: string, artifact: z.infer<typeof manifestSchema>["artifacts"][string]];

function chooseStack(dir: string, artifacts: readonly Artifact[], stackName: string | undefined): Artifact {
  const stacks = artifacts.filter(([, artifact]) => artifact.type === "aws:cloudformation:stack");
  const ids = stacks.map(([id]) => id).join(", ");
  const [first] = stacks;
  if (first === undefined) throw new UserError(`The assembly in ${dir} has no stack.`);
  if (stackName !== undefined) {
    const named = stacks.find(([id, { properties }]) => id === stackName || properties?.stackName === stackName);
    if (named === undefined) throw new UserError(`The assembly in ${dir} has no stack ${stackName}. It has: ${ids}.`);
    return named;
  }
  if (stacks.length > 1) {
    throw new UserError(`The assembly in ${dir} has several stacks. Choose one with --stack: ${ids}.`);
  }
  return first;
}

/** Throws unless `dir` holds an assembly with the code of every function and layer in the stack's template. */
export function requireCompleteAssembly(dir: string, stackName?: string): void {
  const { template, assetFolder } = readAssembly(dir, stackName);
  for (const { Type, Properties } of Object.values(template.Resources)) {
    const content = Type === "AWS::Lambda::Function" ? Properties["Code"] : Properties["Content"];
    const asset = z.object({ S3Key: z.string() }).safeParse(content);
    if (asset.success && !existsSync(assetFolder(asset.data.S3Key))) {
      throw new Error(`The folder of the asset ${asset.data.S3Key} is missing in ${dir}.`);
    }
  }
}

function* assetFolders(dir: string, manifestFile: string): Generator<[key: string, path: string]> {
  for (const { source, destinations } of Object.values(readJson(join(dir, manifestFile), assetsSchema).files)) {
    if (source.path === undefined || source.packaging !== "zip") continue;
    for (const { objectKey } of Object.values(destinations)) yield [objectKey, resolve(dir, source.path)];
  }
}

function readJson<T>(path: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(JSON.parse(readFileSync(path, "utf8")));
  if (!parsed.success)
    throw new Error(`${path} is not a valid part of a cloud assembly:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
