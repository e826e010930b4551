/**
 * AWS::Lambda::Function, ::LayerVersion, ::Url, ::EventInvokeConfig: adds functions to the registry. Processes start
 * with the first invocation.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { accessKeyIdOf } from "../../denials.js";
import type { Platform, Provisioner } from "../platform.js";
import { ignored, numeric, readProperties } from "../properties.js";
import { arnOf, type ResolvedResource } from "../resource.js";
import { TemplateError } from "../template-error.js";
import { shortName } from "./short-name.js";

const code = z.union([
  z.strictObject({ S3Bucket: z.unknown(), S3Key: z.string() }),
  z.strictObject({ ZipFile: z.string() }),
]);

const functionSchema = z.strictObject({
  FunctionName: z.string().optional(),
  Runtime: z.string().regex(/^nodejs/, "run-cdk-out supports only functions in Node.js"),
  Handler: z.string(),
  Code: code,
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()) }).default({ Variables: {} }),
  Timeout: numeric.default(3),
  MemorySize: numeric.default(128),
  Layers: z.array(z.string()).default([]),
  ReservedConcurrentExecutions: numeric.optional(),
  Role: z.string().optional(),
  ...ignored("Architectures", "Description", "Tags", "LoggingConfig", "TracingConfig", "EphemeralStorage"),
  ...ignored("RuntimeManagementConfig", "RecursiveLoop", "KmsKeyArn", "VpcConfig", "SnapStart"),
});

type FunctionProperties = z.infer<typeof functionSchema>;

/** Declares the function with its code, its layers and its environment. */
export const provisionFunction: Provisioner = (resource, identity, platform) => {
  const properties = readProperties(resource, functionSchema);
  const accessKeyId = accessKeyIdOf(shortName(resource));
  if (properties.Role !== undefined) platform.permissions.assignRole(accessKeyId, identity.physicalId, properties.Role);
  platform.functions.declare({
    name: shortName(resource),
    arn: arnOf(identity),
    functionName: identity.physicalId,
    codeDir: codeDir(resource, properties, platform),
    handler: properties.Handler,
    environment: {
      ...properties.Environment.Variables,
      ...platform.functionEnvironment,
      AWS_ACCESS_KEY_ID: accessKeyId,
    },
    layerDirs: properties.Layers.map((layer) => platform.layers.get(layer) ?? missingLayer(resource, layer)),
    timeoutSeconds: properties.Timeout,
    memoryMb: properties.MemorySize,
    sharesProcesses: resource.sharesProcesses === true,
    ...(properties.ReservedConcurrentExecutions !== undefined && {
      reservedConcurrency: properties.ReservedConcurrentExecutions,
    }),
  });
  return identity;
};

const layerSchema = z.strictObject({
  LayerName: z.string().optional(),
  Content: z.strictObject({ S3Bucket: z.unknown(), S3Key: z.string() }),
  ...ignored("CompatibleArchitectures", "CompatibleRuntimes", "Description", "LicenseInfo"),
});

/** Stores the folder of the layer. */
export const provisionLayer: Provisioner = (resource, identity, { assetFolder, layers }) => {
  const { Content } = readProperties(resource, layerSchema);
  layers.set(identity.physicalId, asset(resource, Content.S3Key, assetFolder));
  return identity;
};

const urlSchema = z.strictObject({
  TargetFunctionArn: z.string(),
  AuthType: z.enum(["NONE", "AWS_IAM"]),
  InvokeMode: z.enum(["BUFFERED", "RESPONSE_STREAM"]).default("BUFFERED"),
});

export const readFunctionUrl = (resource: ResolvedResource): z.infer<typeof urlSchema> =>
  readProperties(resource, urlSchema);

/** Stores whether the function streams. The server of the URL starts after all resources exist. */
export const provisionFunctionUrl: Provisioner = (resource, identity, { functions }) => {
  const { TargetFunctionArn: target, InvokeMode: mode } = readFunctionUrl(resource);
  if (mode === "RESPONSE_STREAM") functions.markStreaming(target);
  return identity;
};

const eventInvokeSchema = z.strictObject({
  FunctionName: z.string(),
  // There are no versions or aliases.
  Qualifier: z.literal("$LATEST"),
  MaximumRetryAttempts: numeric.pipe(z.int().min(0).max(2)).optional(),
  MaximumEventAgeInSeconds: numeric.pipe(z.int().min(60).max(21_600)).optional(),
  ...ignored("DestinationConfig"),
});

/** Stores how often, and for how long, asynchronous invocations of the function are retried. */
export const provisionEventInvokeConfig: Provisioner = (resource, identity, { functions }) => {
  const properties = readProperties(resource, eventInvokeSchema);
  const { FunctionName: name, MaximumRetryAttempts: maxRetries, MaximumEventAgeInSeconds: maxAgeSeconds } = properties;
  functions.setAsync(name, {
    ...(maxRetries !== undefined && { maxRetries }),
    ...(maxAgeSeconds !== undefined && { maxAgeSeconds }),
  });
  return identity;
};

function codeDir(resource: ResolvedResource, properties: FunctionProperties, platform: Platform): string {
  const { Code: given } = properties;
  if ("S3Key" in given) return asset(resource, given.S3Key, platform.assetFolder);
  const dir = join(platform.inlineCodeDir, resource.logicalId);
  mkdirSync(dir, { recursive: true });
  // For Lambda, inline code is a CommonJS module `index`.
  writeFileSync(join(dir, "index.js"), given.ZipFile);
  writeFileSync(join(dir, "package.json"), '{ "type": "commonjs" }\n');
  return dir;
}

function asset(resource: ResolvedResource, key: string, assetFolder: Platform["assetFolder"]): string {
  try {
    return assetFolder(key);
  } catch (cause) {
    throw new TemplateError(resource.logicalId, cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function missingLayer(resource: ResolvedResource, layer: string): never {
  throw new TemplateError(`${resource.logicalId}.Layers`, `the layer ${layer} is not part of the stack`);
}
