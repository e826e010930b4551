/** Reads a resolved distribution and its policies, and finds at the start what would else fail at the first request. */
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

/** The template's own policies by physical id, each as CloudFormation spells its configuration. */
export interface UncheckedPolicies {
  readonly cache: Readonly<Record<string, unknown>>;
  readonly originRequest: Readonly<Record<string, unknown>>;
  readonly responseHeaders: Readonly<Record<string, unknown>>;
}

/** Reads a distribution. Throws on what is malformed, not supported here, or names something that is not there. */
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
        throw new Error(`A cache behaviour names a function that is not there: ${FunctionARN}`);
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
  throw new Error(`The edge can't play the ${what}:\n${z.prettifyError(result.error)}`);
}
