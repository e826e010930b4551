/** Starts the edge: the template's CloudFront distribution in front of everything else. */
import * as z from "zod";
import type { Clock } from "../clock/clock.js";
import { type Edge, type EdgeOptions, startEdge } from "../fronts/edge/edge.js";
import type { OriginAddress } from "../fronts/edge/origin-fetch.js";
import { LOCAL_ACCOUNT_ID } from "../local-account.js";
import { ORIGIN_ACCESS_HEADER } from "../origin-access.js";
import type { KeyValueService } from "../services/key-value-store.js";
import { ignored, readProperties } from "../template/properties.js";
import type { ProvisionedResource } from "../template/resource.js";
import { type ProvisionedStack, resourcesOfType } from "../template/stack.js";
import { UserError } from "../user-error.js";
import type { NamedFront } from "./http-fronts.js";

const distributionSchema = z.strictObject({
  DistributionConfig: z.looseObject({ DefaultCacheBehavior: z.unknown() }),
  ...ignored("Tags"),
});

const functionSchema = z.strictObject({
  FunctionCode: z.string(),
  FunctionConfig: z.object({
    Runtime: z.string(),
    KeyValueStoreAssociations: z.array(z.object({ KeyValueStoreARN: z.string() })).default([]),
  }),
  ...ignored("Name", "AutoPublish", "Tags", "FunctionMetadata"),
});

export interface EdgeFrontOptions {
  readonly port: number;
  /** See `LoopbackOptions`. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The HTTP API and the function URLs. */
  readonly fronts: readonly NamedFront[];
  readonly s3Endpoint: string;
  /** Proves to S3 and function URLs that a request comes from the edge. */
  readonly originToken: string;
  readonly keyValueStores: Pick<KeyValueService, "get">;
  readonly onLine: (line: string) => void;
  readonly clock?: Clock | undefined;
}

/** Starts the distribution of the stack. Throws a UserError if there is not exactly one. */
export async function startEdgeFront(stack: ProvisionedStack, options: EdgeFrontOptions): Promise<Edge> {
  const distributions = resourcesOfType(stack, "AWS::CloudFront::Distribution");
  const [distribution] = distributions;
  if (distribution === undefined || distributions.length > 1) {
    throw new UserError(`The stack has ${distributions.length} distributions. run-cdk-out can run only one.`);
  }
  const { DistributionConfig } = readProperties(distribution, distributionSchema);
  return startEdge({
    port: options.port,
    allowedHosts: options.allowedHosts,
    // The edge checks the configuration itself.
    distributionConfig: DistributionConfig,
    functions: edgeFunctions(stack),
    policies: {
      cache: policies(stack, "AWS::CloudFront::CachePolicy", "CachePolicyConfig"),
      originRequest: policies(stack, "AWS::CloudFront::OriginRequestPolicy", "OriginRequestPolicyConfig"),
      responseHeaders: policies(stack, "AWS::CloudFront::ResponseHeadersPolicy", "ResponseHeadersPolicyConfig"),
    },
    resolveOrigin: (domainName) => resolveOrigin(domainName, options),
    originTokenHeaders: { [ORIGIN_ACCESS_HEADER]: options.originToken },
    readKeyValue: async (arn, key) => Promise.resolve(options.keyValueStores.get(arn, key)),
    onLine: options.onLine,
    clock: options.clock,
    distributionId: distribution.physicalId,
    domainName: stack.facts.edgeDomain,
  });
}

function edgeFunctions(stack: ProvisionedStack): EdgeOptions["functions"] {
  const functions = resourcesOfType(stack, "AWS::CloudFront::Function").map((resource: ProvisionedResource) => {
    const { FunctionCode: code, FunctionConfig: config } = readProperties(resource, functionSchema);
    const [store] = config.KeyValueStoreAssociations;
    return [resource.physicalId, { code, ...(store && { keyValueStoreArn: store.KeyValueStoreARN }) }];
  });
  return Object.fromEntries(functions) as EdgeOptions["functions"];
}

/** Returns the configurations of the policies of one type, by ID, as in the template. */
function policies<T>(stack: ProvisionedStack, type: string, property: string): Record<string, T> {
  const entries = resourcesOfType(stack, type).map(({ physicalId, properties }) => [physicalId, properties[property]]);
  return Object.fromEntries(entries) as Record<string, T>;
}

const BUCKET_DOMAIN = /^(.+)\.s3[.-][a-z0-9.-]*amazonaws\.com$/;

/**
 * Returns the address of an origin on this machine. The local S3 takes the bucket from the path, not from the host
 * name.
 */
function resolveOrigin(domainName: string, { fronts, s3Endpoint }: EdgeFrontOptions): OriginAddress | undefined {
  const front = fronts.find((candidate) => candidate.domainName === domainName)?.front;
  if (front !== undefined) return addressOf(front.endpoint);
  const bucket = BUCKET_DOMAIN.exec(domainName)?.[1];
  return bucket === undefined ? undefined : { ...addressOf(s3Endpoint), pathPrefix: `/${bucket}` };
}

function addressOf(endpoint: string): OriginAddress {
  const { hostname, port } = new URL(endpoint);
  return { host: hostname, port: Number(port) };
}

/** Returns the ARN of the stack's distribution; undefined if it has none. */
export function distributionArn(stack: ProvisionedStack): string | undefined {
  const [distribution] = resourcesOfType(stack, "AWS::CloudFront::Distribution");
  return distribution && `arn:aws:cloudfront::${LOCAL_ACCOUNT_ID}:distribution/${distribution.physicalId}`;
}
