/** Validates a distribution and its policies, so that errors occur at the start and not with the first request. */
import * as z from "zod";
import {
  type CachePolicyConfig,
  type DistributionConfig,
  type OriginRequestPolicyConfig,
  type Policies,
  type ResponseHeadersPolicyConfig,
  cachePolicySchema,
  distributionConfigSchema,
  originRequestPolicySchema,
  responseHeadersPolicySchema,
} from "./distribution-config.js";
import { withManagedPolicies } from "./managed-policies.js";
import { planOrigin } from "./origin-choice.js";
import { policiesOf } from "./policies.js";

/** The policies of the template by physical ID, in CloudFormation's notation. */
export interface UncheckedPolicies {
  readonly cache: Readonly<Record<string, unknown>>;
  readonly originRequest: Readonly<Record<string, unknown>>;
  readonly responseHeaders: Readonly<Record<string, unknown>>;
}

/** Validates a distribution. Throws if it is invalid, not supported, or refers to something that does not exist. */
export function readDistribution(
  config: unknown,
  own: UncheckedPolicies,
  functionArns: readonly string[],
): { readonly config: DistributionConfig; readonly policies: Policies } {
  const distribution = read(distributionConfigSchema, config, "distribution");
  const policies = withManagedPolicies({
    cache: readAll<CachePolicyConfig>(cachePolicySchema, own.cache, "cache policy"),
    originRequest: readAll<OriginRequestPolicyConfig>(
      originRequestPolicySchema,
      own.originRequest,
      "origin request policy",
    ),
    responseHeaders: readAll<ResponseHeadersPolicyConfig>(
      responseHeadersPolicySchema,
      own.responseHeaders,
      "response headers policy",
    ),
  });
  for (const behavior of [distribution.DefaultCacheBehavior, ...(distribution.CacheBehaviors ?? [])]) {
    policiesOf(behavior, policies);
    planOrigin(distribution, behavior.TargetOriginId, undefined);
    for (const { FunctionARN } of behavior.FunctionAssociations ?? []) {
      if (!functionArns.includes(FunctionARN)) {
        throw new Error(`A cache behavior refers to the function ${FunctionARN}, which the template does not have.`);
      }
    }
  }
  return { config: distribution, policies };
}

function readAll<T>(schema: z.ZodType<T>, values: Readonly<Record<string, unknown>>, what: string): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [id, read(schema, value, `${what} ${id}`)]));
}

function read<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Error(`The local edge does not support the ${what}:\n${z.prettifyError(result.error)}`);
}
