import type { CachePolicyConfig } from "./distribution-config.js";
import { type ViewerRequest, cookiePairs, headerText, queryPairs, writeQuery } from "./message.js";
import { includesCookie, includesHeader, includesQuery, normalizedEncoding } from "./policies.js";

/**
 * Requests with the same cache key get the same cached response.
 *
 * The origin is not in the key. If a function sends requests with the same key to different origins, their responses
 * mix, here as in CloudFront.
 */
export function cacheKey(request: ViewerRequest, policy: CachePolicyConfig): string {
  const { HeadersConfig, CookiesConfig } = policy.ParametersInCacheKeyAndForwardedToOrigin;
  const headers = (HeadersConfig.Headers ?? [])
    .map((name) => name.toLowerCase())
    .filter((name) => includesHeader(HeadersConfig, name))
    .sort()
    .map((name) => [name, headerText(request.headers, name) ?? ""]);
  const cookies = cookiePairs(request.headers)
    .filter(({ name }) => includesCookie(CookiesConfig, name))
    .map(({ name, value }) => [name, value])
    .sort();
  const encoding = normalizedEncoding(policy, headerText(request.headers, "accept-encoding"));
  // GET and HEAD share cached responses, OPTIONS has its own.
  const method = request.method === "OPTIONS" ? "OPTIONS" : "GET";
  return JSON.stringify([method, request.uri, keyQuery(request, policy), headers, cookies, encoding ?? ""]);
}

/** Returns the part of the query that is in the cache key. */
export function keyQuery(request: ViewerRequest, policy: CachePolicyConfig): string {
  const { QueryStringsConfig } = policy.ParametersInCacheKeyAndForwardedToOrigin;
  return writeQuery(queryPairs(request.query).filter(({ name }) => includesQuery(QueryStringsConfig, name)));
}
