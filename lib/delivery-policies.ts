/** CloudFront's policies: cache keys, the parts of a request that origins receive, and response headers. */
import { Duration } from "aws-cdk-lib";
import {
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  HeadersReferrerPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  type ResponseHeadersCorsBehavior,
  type ResponseHeadersPolicyProps,
  ResponseHeadersPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { SIGNED_IMAGE_CACHE_SECONDS } from "../core/contract/caching.js";
import { SESSION_COOKIES } from "../core/contract/session-cookie.js";
import { TRUSTED_HEADERS } from "../core/deployment/trusted-headers.js";
import { globalName } from "./global-name.js";
import type { Settings } from "./settings.js";

/** The headers that origins of pictures receive. */
const FORWARDED_HEADERS = [TRUSTED_HEADERS.target, TRUSTED_HEADERS.baseUrl, TRUSTED_HEADERS.requestId];

/**
 * Headers of the platform that callers do not need. A policy can remove at most ten headers. CloudFront's own headers
 * (`x-amz-cf-*`, `via`) cannot be removed.
 */
const REMOVED_HEADERS = [
  "server",
  "apigw-requestid",
  "x-amz-request-id",
  "x-amz-id-2",
  "x-amz-server-side-encryption",
  "x-amz-storage-class",
  "x-amz-version-id",
  "x-amz-expiration",
  "x-amzn-trace-id",
];

/** The origin's `Cache-Control` determines how long CloudFront caches. Without one, CloudFront does not cache. */
const ORIGIN_CACHE_CONTROL = {
  minTtl: Duration.seconds(0),
  defaultTtl: Duration.seconds(0),
  maxTtl: Duration.seconds(SIGNED_IMAGE_CACHE_SECONDS),
};

/** Any page may read a picture. No page may send credentials. */
const PICTURE_CORS: ResponseHeadersCorsBehavior = {
  accessControlAllowOrigins: ["*"],
  accessControlAllowMethods: ["GET", "HEAD"],
  accessControlAllowHeaders: ["*"],
  accessControlExposeHeaders: ["content-disposition", "content-length", "etag", "retry-after", "x-request-id"],
  accessControlAllowCredentials: false,
  originOverride: true,
};

/**
 * Returns the content security policy of the pages: nothing from another host, and no inline code. `blob:` is for
 * pictures that a page has fetched.
 *
 * @param uploads the origin that the studio sends uploads to
 */
export const contentSecurityPolicy = (uploads: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${uploads}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

export class DeliveryPolicies extends Construct {
  /** The cache key is only the path, because the edge function writes everything that matters into it. */
  readonly imageCache: CachePolicy;
  /** The cache key is the path and the disposition for signed assets, and the caller's credentials for all others. */
  readonly assetCache: CachePolicy;
  readonly imageRequest: OriginRequestPolicy;
  readonly assetRequest: OriginRequestPolicy;
  readonly apiHeaders: ResponseHeadersPolicy;
  readonly pictureHeaders: ResponseHeadersPolicy;
  /** The policies for behaviors of web pages. CloudFront compresses only the responses that it caches. */
  readonly site: Pick<BehaviorOptions, "cachePolicy" | "originRequestPolicy" | "responseHeadersPolicy" | "compress">;

  constructor(scope: Construct, id: string, settings: Settings, bucket: Pick<IBucket, "bucketRegionalDomainName">) {
    super(scope, id);
    this.imageCache = new CachePolicy(this, "ImageCache", {
      cachePolicyName: globalName(this, "ImageCache"),
      ...ORIGIN_CACHE_CONTROL,
      comment: "Signed images: by their stored name",
      headerBehavior: CacheHeaderBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
      queryStringBehavior: CacheQueryStringBehavior.none(),
    });
    this.assetCache = new CachePolicy(this, "AssetCache", {
      cachePolicyName: globalName(this, "AssetCache"),
      ...ORIGIN_CACHE_CONTROL,
      comment: "Assets: by their stored name, or by the caller",
      headerBehavior: CacheHeaderBehavior.allowList(TRUSTED_HEADERS.authorization),
      cookieBehavior: CacheCookieBehavior.allowList(...SESSION_COOKIES),
      queryStringBehavior: CacheQueryStringBehavior.allowList("response-content-disposition", "download", "sig"),
    });
    this.imageRequest = new OriginRequestPolicy(this, "ImageRequest", {
      originRequestPolicyName: globalName(this, "ImageRequest"),
      comment: "Signed images: only the ranges and conditions of the viewer's request",
      headerBehavior: OriginRequestHeaderBehavior.allowList(...FORWARDED_HEADERS, TRUSTED_HEADERS.since),
      cookieBehavior: OriginRequestCookieBehavior.none(),
      queryStringBehavior: OriginRequestQueryStringBehavior.none(),
    });
    this.assetRequest = new OriginRequestPolicy(this, "AssetRequest", {
      originRequestPolicyName: globalName(this, "AssetRequest"),
      comment: "Assets: also the query, which the edge function replaces for signed assets",
      headerBehavior: OriginRequestHeaderBehavior.allowList(...FORWARDED_HEADERS),
      cookieBehavior: OriginRequestCookieBehavior.none(),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
    });
    this.apiHeaders = new ResponseHeadersPolicy(this, "ApiHeaders", {
      responseHeadersPolicyName: globalName(this, "ApiHeaders"),
      comment: "Responses of the functions, which set CORS headers themselves",
      ...commonHeaders(settings),
    });
    this.pictureHeaders = this.#makePictureHeaders(settings);
    this.site = {
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      originRequestPolicy: this.imageRequest,
      responseHeadersPolicy: this.#makeSiteHeaders(settings, bucket),
      compress: true,
    };
  }

  #makePictureHeaders(settings: Settings): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, "PictureHeaders", {
      responseHeadersPolicyName: globalName(this, "PictureHeaders"),
      comment: "Pictures: any page may show and read them",
      ...commonHeaders(settings),
      corsBehavior: PICTURE_CORS,
      customHeadersBehavior: {
        customHeaders: [{ header: "cross-origin-resource-policy", value: "cross-origin", override: true }],
      },
    });
  }

  #makeSiteHeaders(settings: Settings, bucket: Pick<IBucket, "bucketRegionalDomainName">): ResponseHeadersPolicy {
    // On one machine, the bucket has a port of its own, which only the runner knows.
    const uploads =
      settings.viewerScheme === "http" ? "http://127.0.0.1:*" : `https://${bucket.bucketRegionalDomainName}`;
    const { securityHeadersBehavior, ...common } = commonHeaders(settings);
    return new ResponseHeadersPolicy(this, "SiteHeaders", {
      responseHeadersPolicyName: globalName(this, "SiteHeaders"),
      comment: "Web pages: nothing from other hosts, no inline code",
      ...common,
      securityHeadersBehavior: {
        ...securityHeadersBehavior,
        contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(uploads), override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: "cross-origin-opener-policy", value: "same-origin", override: true },
          { header: "cross-origin-resource-policy", value: "same-origin", override: true },
        ],
      },
    });
  }
}

function commonHeaders({ viewerScheme }: Settings): ResponseHeadersPolicyProps {
  return {
    removeHeaders: REMOVED_HEADERS,
    securityHeadersBehavior: {
      contentTypeOptions: { override: true },
      // Browsers ignore the header on plain HTTP, and they must not remember a local host as HTTPS-only.
      ...(viewerScheme === "https" && {
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(365),
          includeSubdomains: false,
          override: true,
        },
      }),
    },
  };
}
