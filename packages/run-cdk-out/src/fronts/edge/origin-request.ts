/** Converts the request of a viewer to a request to an origin. */
import { ORIGIN_ACCESS_HEADER } from "../../origin-access.js";
import { type ViewerRequest, cookiePairs, headerText, queryPairs, writeQuery } from "./message.js";
import type { OriginTarget } from "./origin-choice.js";
import {
  type BehaviorPolicies,
  includesCookie,
  includesHeader,
  includesQuery,
  normalizedEncoding,
  normalizesEncoding,
} from "./policies.js";

/** Headers that are always forwarded, because they describe the body, a range or a condition. */
const ALWAYS_FORWARDED = new Set([
  "content-encoding",
  "content-length",
  "content-md5",
  "content-type",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "if-unmodified-since",
  "range",
]);

/** Headers of the connection to the viewer, and headers that CloudFront sets by other rules. */
const NEVER_FORWARDED =
  /^(accept-encoding|connection|cookie|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|via|x-amz-cf-.*|x-edge-.*|x-forwarded-for|x-forwarded-proto|x-real-ip)$/;

/** The connection to the viewer. */
export interface Viewer {
  readonly ip: string;
  readonly port: number;
  readonly httpVersion: string;
  readonly requestId: string;
}

/** The request to an origin, without its body. */
export interface OriginRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

/** Creates the request to an origin. `originTokenHeaders` replace the signature of an origin access control. */
export function createOriginRequest(
  request: ViewerRequest,
  policies: BehaviorPolicies,
  target: OriginTarget,
  viewer: Viewer,
  originTokenHeaders: Readonly<Record<string, string>>,
): OriginRequest {
  const query = forwardedQuery(request, policies);
  const headers = forwardedHeaders(request, policies);
  headers["host"] = hostHeader(request, policies, target);
  headers["user-agent"] ??= "Amazon CloudFront";
  headers["via"] = `${viewer.httpVersion} local.cloudfront.net (CloudFront)`;
  headers["x-amz-cf-id"] = viewer.requestId;
  headers["x-forwarded-for"] = [headerText(request.headers, "x-forwarded-for"), viewer.ip].filter(Boolean).join(", ");
  addCloudFrontHeaders(headers, policies, viewer);
  for (const [name, value] of target.customHeaders) headers[name.toLowerCase()] = value;
  if (target.signed) {
    // The signature replaces the `Authorization` header of the viewer.
    delete headers["authorization"];
    for (const [name, value] of Object.entries(originTokenHeaders)) headers[name.toLowerCase()] = value;
  }
  const path = `${target.originPath}${request.uri}${query === "" ? "" : `?${query}`}`;
  return { method: request.method, path, headers };
}

function forwardedHeaders(request: ViewerRequest, policies: BehaviorPolicies): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, values] of request.headers) {
    if (NEVER_FORWARDED.test(name) || name === ORIGIN_ACCESS_HEADER) continue;
    if (ALWAYS_FORWARDED.has(name) || isForwarded(name, policies)) headers[name] = [...values];
  }
  const encoding = forwardedEncoding(request, policies);
  if (encoding !== undefined) headers["accept-encoding"] = encoding;
  const cookies = cookiePairs(request.headers).filter(({ name }) => forwardsCookie(name, policies));
  if (cookies.length > 0) headers["cookie"] = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return headers;
}

function isForwarded(name: string, { cache, originRequest }: BehaviorPolicies): boolean {
  const keyed = cache.ParametersInCacheKeyAndForwardedToOrigin.HeadersConfig;
  return (
    includesHeader(keyed, name) || (originRequest !== undefined && includesHeader(originRequest.HeadersConfig, name))
  );
}

function forwardedEncoding(request: ViewerRequest, policies: BehaviorPolicies): string | undefined {
  const own = headerText(request.headers, "accept-encoding");
  if (normalizesEncoding(policies.cache)) return normalizedEncoding(policies.cache, own);
  return isForwarded("accept-encoding", policies) ? own : undefined;
}

function forwardsCookie(name: string, { cache, originRequest }: BehaviorPolicies): boolean {
  const keyed = cache.ParametersInCacheKeyAndForwardedToOrigin.CookiesConfig;
  return (
    includesCookie(keyed, name) || (originRequest !== undefined && includesCookie(originRequest.CookiesConfig, name))
  );
}

/** Returns whether a behavior forwards cookies. The viewer gets `Set-Cookie` headers of the origin only then. */
export function forwardsCookies({ cache, originRequest }: BehaviorPolicies): boolean {
  const keyed = cache.ParametersInCacheKeyAndForwardedToOrigin.CookiesConfig.CookieBehavior;
  return keyed !== "none" || (originRequest?.CookiesConfig.CookieBehavior ?? "none") !== "none";
}

function forwardedQuery(request: ViewerRequest, { cache, originRequest }: BehaviorPolicies): string {
  const keyed = cache.ParametersInCacheKeyAndForwardedToOrigin.QueryStringsConfig;
  const more = originRequest?.QueryStringsConfig;
  // A complete query is forwarded unchanged, because its bytes may be signed.
  if (keyed.QueryStringBehavior === "all" || more?.QueryStringBehavior === "all") return request.query;
  const pairs = queryPairs(request.query);
  return writeQuery(pairs.filter(({ name }) => includesQuery(keyed, name) || (more && includesQuery(more, name))));
}

function hostHeader(request: ViewerRequest, policies: BehaviorPolicies, target: OriginTarget): string {
  if (target.hostHeader !== undefined) return target.hostHeader;
  const viewers = headerText(request.headers, "host");
  // The host name identifies the bucket, so CloudFront never forwards another host.
  return viewers !== undefined && !target.isBucket && isForwarded("host", policies) ? viewers : target.domainName;
}

/** Adds headers that CloudFront generates, if a policy lists them. */
function addCloudFrontHeaders(
  headers: Record<string, string | string[]>,
  { cache, originRequest }: BehaviorPolicies,
  viewer: Viewer,
): void {
  const made: Readonly<Record<string, string>> = {
    "cloudfront-forwarded-proto": "http",
    "cloudfront-viewer-address": `${viewer.ip}:${viewer.port}`,
    "cloudfront-viewer-http-version": viewer.httpVersion,
  };
  const named = [
    ...(cache.ParametersInCacheKeyAndForwardedToOrigin.HeadersConfig.Headers ?? []),
    ...(originRequest?.HeadersConfig.HeaderBehavior === "allExcept"
      ? []
      : (originRequest?.HeadersConfig.Headers ?? [])),
  ].map((name) => name.toLowerCase());
  for (const [name, value] of Object.entries(made)) if (named.includes(name)) headers[name] = value;
}
