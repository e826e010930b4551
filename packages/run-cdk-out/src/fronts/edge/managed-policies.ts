/**
 * CloudFront's managed policies. Templates refer to them by literal ID.
 *
 * Source of IDs and values: CloudFront Developer Guide, "Use managed cache policies", "Use managed origin request
 * policies" and "Use managed response headers policies".
 */
import type {
  CachePolicyConfig,
  CookiesConfig,
  CorsConfig,
  HeadersConfig,
  OriginRequestPolicyConfig,
  Policies,
  ResponseHeadersPolicyConfig,
  SecurityHeadersConfig,
} from "./distribution-config.js";

const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;

/** Adds the managed policies to those of a template. */
export function withManagedPolicies(own: Policies): Policies {
  return {
    cache: { ...CACHE, ...own.cache },
    originRequest: { ...ORIGIN_REQUEST, ...own.originRequest },
    responseHeaders: { ...RESPONSE_HEADERS, ...own.responseHeaders },
  };
}

type ListBehavior = CookiesConfig["CookieBehavior"];

interface CacheValues {
  readonly ttl: readonly [min: number, byDefault: number, max: number];
  readonly compressed?: boolean;
  readonly headers?: readonly string[];
  readonly cookies?: ListBehavior;
  readonly query?: ListBehavior;
}

function cachePolicy({ ttl, compressed = false, headers = [], cookies, query }: CacheValues): CachePolicyConfig {
  return {
    MinTTL: ttl[0],
    DefaultTTL: ttl[1],
    MaxTTL: ttl[2],
    ParametersInCacheKeyAndForwardedToOrigin: {
      EnableAcceptEncodingBrotli: compressed,
      EnableAcceptEncodingGzip: compressed,
      HeadersConfig: headersConfig(headers),
      CookiesConfig: { CookieBehavior: cookies ?? "none" },
      QueryStringsConfig: { QueryStringBehavior: query ?? "none" },
    },
  };
}

const ORIGIN_DECIDES = { ttl: [0, 0, YEAR_SECONDS], compressed: true, cookies: "all" } as const;
const ORIGIN_DECIDES_HEADERS = ["host", "origin", "x-http-method", "x-http-method-override", "x-method-override"];

const CACHE: Readonly<Record<string, CachePolicyConfig>> = {
  // CachingDisabled
  "4135ea2d-6df8-44a3-9df3-4b5a84be39ad": cachePolicy({ ttl: [0, 0, 0] }),
  // CachingOptimized
  "658327ea-f89d-4fab-a63d-7e88639e58f6": cachePolicy({ ttl: [1, DAY_SECONDS, YEAR_SECONDS], compressed: true }),
  // CachingOptimizedForUncompressedObjects
  "b2884449-e4de-46a7-ac36-70bc7f1ddd6d": cachePolicy({ ttl: [1, DAY_SECONDS, YEAR_SECONDS] }),
  // UseOriginCacheControlHeaders
  "83da9c7e-98b4-4e11-a168-04f0df8e2c65": cachePolicy({ ...ORIGIN_DECIDES, headers: ORIGIN_DECIDES_HEADERS }),
  // UseOriginCacheControlHeaders-QueryStrings
  "4cc15a8a-d715-48a4-82b8-cc0b614638fe": cachePolicy({
    ...ORIGIN_DECIDES,
    headers: ORIGIN_DECIDES_HEADERS,
    query: "all",
  }),
};

function originRequestPolicy(
  headers: HeadersConfig,
  cookies: ListBehavior,
  query: ListBehavior,
): OriginRequestPolicyConfig {
  return {
    HeadersConfig: headers,
    CookiesConfig: { CookieBehavior: cookies },
    QueryStringsConfig: { QueryStringBehavior: query },
  };
}

function headersConfig(names: readonly string[]): HeadersConfig {
  return { HeaderBehavior: names.length > 0 ? "whitelist" : "none", Headers: [...names] };
}

const CORS_REQUEST_HEADERS = ["origin", "access-control-request-headers", "access-control-request-method"];

const ORIGIN_REQUEST: Readonly<Record<string, OriginRequestPolicyConfig>> = {
  // AllViewer
  "216adef6-5c7f-47e4-b989-5492eafa07d3": originRequestPolicy({ HeaderBehavior: "allViewer" }, "all", "all"),
  // AllViewerAndCloudFrontHeaders-2022-06
  "33f36d7e-f396-46d9-90e0-52428a34d9dc": originRequestPolicy(
    {
      HeaderBehavior: "allViewerAndWhitelistCloudFront",
      Headers: ["cloudfront-forwarded-proto", "cloudfront-viewer-address", "cloudfront-viewer-http-version"],
    },
    "all",
    "all",
  ),
  // AllViewerExceptHostHeader
  "b689b0a8-53d0-40ab-baf2-68738e2966ac": originRequestPolicy(
    { HeaderBehavior: "allExcept", Headers: ["host"] },
    "all",
    "all",
  ),
  // CORS-CustomOrigin
  "59781a5b-3903-41f3-afcb-af62929ccde1": originRequestPolicy(headersConfig(["origin"]), "none", "none"),
  // CORS-S3Origin
  "88a5eaf4-2fd4-4709-b370-b4c650ea3fcf": originRequestPolicy(headersConfig(CORS_REQUEST_HEADERS), "none", "none"),
  // HostHeaderOnly
  "bf0718e1-ba1e-49d1-88b1-f726733018ae": originRequestPolicy(headersConfig(["host"]), "none", "none"),
  // UserAgentRefererHeaders
  "acba4595-bd28-49b8-b9fe-13317c0390fa": originRequestPolicy(headersConfig(["user-agent", "referer"]), "none", "none"),
};

const SECURITY: SecurityHeadersConfig = {
  ContentTypeOptions: { Override: true },
  FrameOptions: { FrameOption: "SAMEORIGIN", Override: false },
  ReferrerPolicy: { ReferrerPolicy: "strict-origin-when-cross-origin", Override: false },
  StrictTransportSecurity: { AccessControlMaxAgeSec: YEAR_SECONDS, Override: false },
  XSSProtection: { Protection: true, ModeBlock: true, Override: false },
};

function anyOrigin(preflight: boolean): CorsConfig {
  const methods = preflight ? ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"] : ["GET", "HEAD"];
  return {
    AccessControlAllowCredentials: false,
    AccessControlAllowHeaders: { Items: preflight ? ["*"] : [] },
    AccessControlAllowMethods: { Items: methods },
    AccessControlAllowOrigins: { Items: ["*"] },
    AccessControlExposeHeaders: { Items: preflight ? ["*"] : [] },
    OriginOverride: false,
  };
}

const RESPONSE_HEADERS: Readonly<Record<string, ResponseHeadersPolicyConfig>> = {
  // SecurityHeadersPolicy
  "67f7725c-6f97-4210-82d7-5512b31e9d03": { SecurityHeadersConfig: SECURITY },
  // SimpleCORS
  "60669652-455b-4ae9-85a4-c4c02393f86c": { CorsConfig: anyOrigin(false) },
  // CORS-With-Preflight
  "5cc3b908-e619-4b99-88e5-2cf7f45965bd": { CorsConfig: anyOrigin(true) },
  // CORS-and-SecurityHeadersPolicy
  "e61eb60c-9c35-4d20-a928-2b84e02af89c": { CorsConfig: anyOrigin(false), SecurityHeadersConfig: SECURITY },
  // CORS-with-preflight-and-SecurityHeadersPolicy
  "eaab4381-ed33-4a86-88ca-d9558dc6cd63": { CorsConfig: anyOrigin(true), SecurityHeadersConfig: SECURITY },
};
