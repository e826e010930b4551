/** What policies let through: which headers, cookies and query parameters are part of a cache key or go to an origin. */
import {
  type CacheBehavior,
  type CachePolicyConfig,
  type CookiesConfig,
  type HeadersConfig,
  type OriginRequestPolicyConfig,
  type Policies,
  type QueryStringsConfig,
  type ResponseHeadersPolicyConfig,
} from "./distribution-config.js";

/** The policies of one behaviour. */
export interface BehaviorPolicies {
  readonly cache: CachePolicyConfig;
  readonly originRequest: OriginRequestPolicyConfig | undefined;
  readonly responseHeaders: ResponseHeadersPolicyConfig | undefined;
}

/** Looks a behaviour's policies up. Throws on an id that is neither managed nor of the template. */
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
  if (policy === undefined) throw new Error(`The distribution names an unknown ${what}: ${id}`);
  return policy;
}

/** Whether a viewer's header is let through. */
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

/** Whether a cookie is let through. */
export function includesCookie(config: CookiesConfig, name: string): boolean {
  return includes(config.CookieBehavior, config.Cookies ?? [], name);
}

/** Whether a query parameter is let through. */
export function includesQuery(config: QueryStringsConfig, name: string): boolean {
  return includes(config.QueryStringBehavior, config.QueryStrings ?? [], name);
}

function includes(behavior: string, listed: readonly string[], name: string): boolean {
  if (behavior === "all") return true;
  if (behavior === "allExcept") return !listed.includes(name);
  return behavior === "whitelist" && listed.includes(name);
}

/** `br,gzip`, `gzip` …: what is left of a viewer's Accept-Encoding under a policy that takes part in compression. */
export function normalizedEncoding(policy: CachePolicyConfig, acceptEncoding: string | undefined): string | undefined {
  const { EnableAcceptEncodingBrotli, EnableAcceptEncodingGzip } = policy.ParametersInCacheKeyAndForwardedToOrigin;
  const accepted = (acceptEncoding ?? "").toLowerCase();
  const encodings = [
    ...(EnableAcceptEncodingBrotli === true && /\bbr\b/.test(accepted) ? ["br"] : []),
    ...(EnableAcceptEncodingGzip === true && /\bgzip\b/.test(accepted) ? ["gzip"] : []),
  ];
  return encodings.length > 0 ? encodings.join(",") : undefined;
}

/** Whether a policy has Accept-Encoding normalized: then no other policy forwards the viewer's own. */
export function normalizesEncoding(policy: CachePolicyConfig): boolean {
  const { EnableAcceptEncodingBrotli, EnableAcceptEncodingGzip } = policy.ParametersInCacheKeyAndForwardedToOrigin;
  return EnableAcceptEncodingBrotli === true || EnableAcceptEncodingGzip === true;
}
