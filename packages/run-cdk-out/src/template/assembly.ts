/** Reads the cloud assembly that a synthesis leaves behind: the one stack, its template and its assets. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
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

/** A synthesized stack, ready to be resolved. */
export interface Assembly {
  readonly stackName: string;
  readonly template: Template;
  /** The folder of an asset that a deployment would zip and upload under this key. Throws when there is none. */
  readonly assetFolder: (objectKey: string) => string;
}

/** Reads the assembly in `dir`, which must hold exactly one stack. */
export function readAssembly(dir: string): Assembly {
  const manifest = readJson(join(dir, "manifest.json"), manifestSchema);
  const artifacts = Object.entries(manifest.artifacts);
  const stacks = artifacts.filter(([, artifact]) => artifact.type === "aws:cloudformation:stack");
  const [stack] = stacks;
  if (stack === undefined || stacks.length > 1) {
    const names = stacks.map(([id]) => id).join(", ") || "none";
    throw new Error(`The assembly in ${dir} must hold exactly one stack; it holds ${names}.`);
  }
  const [artifactId, { properties }] = stack;
  if (properties?.templateFile === undefined) throw new Error(`The stack ${artifactId} in ${dir} names no template.`);

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

/** Throws unless `dir` holds an assembly with the code of every function and layer in its template. */
export function demandWholeAssembly(dir: string): void {
  const { template, assetFolder } = readAssembly(dir);
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
    for (const { objectKey } of Object.values(destinations)) yield [objectKey, join(dir, source.path)];
  }
}

function readJson<T>(path: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(JSON.parse(readFileSync(path, "utf8")));
  if (!parsed.success) throw new Error(`${path} is not as expected:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
