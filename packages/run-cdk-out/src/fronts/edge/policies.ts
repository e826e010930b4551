/** Evaluates policies: which headers, cookies and query parameters are in a cache key or go to an origin. */
import type {
  CacheBehavior,
  CachePolicyConfig,
  CookiesConfig,
  HeadersConfig,
  OriginRequestPolicyConfig,
  Policies,
  QueryStringsConfig,
  ResponseHeadersPolicyConfig,
} from "./distribution-config.js";

/** The policies of a behavior. */
export interface BehaviorPolicies {
  readonly cache: CachePolicyConfig;
  readonly originRequest: OriginRequestPolicyConfig | undefined;
  readonly responseHeaders: ResponseHeadersPolicyConfig | undefined;
}

/** Finds the policies of a behavior. Throws if an ID is neither that of a managed policy nor in the template. */
export function policiesOf(behavior: CacheBehavior, policies: Policies): BehaviorPolicies {
  const { CachePolicyId, OriginRequestPolicyId, ResponseHeadersPolicyId } = behavior;
  return {
    cache: known(policies.cache, CachePolicyId, "cache policy"),
    originRequest: OriginRequestPolicyId
      ? known(policies.originRequest, OriginRequestPolicyId, "origin request policy")
      : undefined,
    responseHeaders: ResponseHeadersPolicyId
      ? known(policies.responseHeaders, ResponseHeadersPolicyId, "response headers policy")
      : undefined,
  };
}

function known<T>(policies: Readonly<Record<string, T>>, id: string, what: string): T {
  const policy = policies[id];
  if (policy === undefined)
    throw new Error(`The distribution refers to an unknown ${what}: ${id}. Is it missing in the template?`);
  return policy;
}

/** Returns whether the configuration includes a header. */
export function includesHeader(config: HeadersConfig, name: string): boolean {
  const listed = (config.Headers ?? []).some((header) => header.toLowerCase() === name);
  switch (config.HeaderBehavior) {
    case "allViewer":
    case "allViewerAndWhitelistCloudFront":
      return true;
    case "allExcept":
      return !listed;
    case "whitelist":
      return listed;
    case "none":
      return false;
  }
}

/** Returns whether the configuration includes a cookie. */
export function includesCookie(config: CookiesConfig, name: string): boolean {
  return includes(config.CookieBehavior, config.Cookies ?? [], name);
}

/** Returns whether the configuration includes a query parameter. */
export function includesQuery(config: QueryStringsConfig, name: string): boolean {
  return includes(config.QueryStringBehavior, config.QueryStrings ?? [], name);
}

function includes(behavior: string, listed: readonly string[], name: string): boolean {
  if (behavior === "all") return true;
  if (behavior === "allExcept") return !listed.includes(name);
  return behavior === "whitelist" && listed.includes(name);
}

/**
 * Returns the normalized `Accept-Encoding` for a policy with compression, for example `br,gzip`; undefined if it is
 * empty.
 */
export function normalizedEncoding(policy: CachePolicyConfig, acceptEncoding: string | undefined): string | undefined {
  const { EnableAcceptEncodingBrotli, EnableAcceptEncodingGzip } = policy.ParametersInCacheKeyAndForwardedToOrigin;
  const accepted = (acceptEncoding ?? "").toLowerCase();
  const encodings = [
    ...(EnableAcceptEncodingBrotli === true && /\bbr\b/.test(accepted) ? ["br"] : []),
    ...(EnableAcceptEncodingGzip === true && /\bgzip\b/.test(accepted) ? ["gzip"] : []),
  ];
  return encodings.length > 0 ? encodings.join(",") : undefined;
}

/** Returns whether a policy normalizes `Accept-Encoding`. Then other policies do not forward the original header. */
export function normalizesEncoding(policy: CachePolicyConfig): boolean {
  const { EnableAcceptEncodingBrotli, EnableAcceptEncodingGzip } = policy.ParametersInCacheKeyAndForwardedToOrigin;
  return EnableAcceptEncodingBrotli === true || EnableAcceptEncodingGzip === true;
}
