/** What the edge reads of an `AWS::CloudFront::Distribution` and its policies, spelled as CloudFormation does. */

/** A list as CloudFormation wraps it in some places. */
export interface Items<T> {
  readonly Items?: readonly T[];
}

export interface DistributionConfig {
  readonly Origins?: readonly Origin[];
  readonly OriginGroups?: Items<OriginGroup>;
  readonly DefaultCacheBehavior: CacheBehavior;
  readonly CacheBehaviors?: readonly PathCacheBehavior[];
  readonly CustomErrorResponses?: readonly CustomErrorResponse[];
  readonly DefaultRootObject?: string;
}

export interface Origin {
  readonly Id: string;
  readonly DomainName: string;
  readonly OriginPath?: string;
  /** Seconds until a connection must stand; 10 unless given. */
  readonly ConnectionTimeout?: number;
  /** How often a GET or HEAD is tried; 3 unless given. */
  readonly ConnectionAttempts?: number;
  /** Seconds that a whole answer may take; unlimited unless given. */
  readonly ResponseCompletionTimeout?: number;
  readonly OriginAccessControlId?: string;
  readonly OriginCustomHeaders?: readonly { readonly HeaderName: string; readonly HeaderValue: string }[];
  readonly S3OriginConfig?: object;
  readonly CustomOriginConfig?: {
    /** Seconds until the first byte, and between two packets; 30 unless given. */
    readonly OriginReadTimeout?: number;
  };
}

export interface OriginGroup {
  readonly Id: string;
  readonly Members: Items<{ readonly OriginId: string }>;
  readonly FailoverCriteria: { readonly StatusCodes: Items<number> };
}

export interface CacheBehavior {
  readonly TargetOriginId: string;
  readonly ViewerProtocolPolicy?: string;
  readonly AllowedMethods?: readonly string[];
  readonly CachedMethods?: readonly string[];
  readonly CachePolicyId?: string;
  readonly OriginRequestPolicyId?: string;
  readonly ResponseHeadersPolicyId?: string;
  readonly FunctionAssociations?: readonly { readonly EventType?: string; readonly FunctionARN?: string }[];
}

export interface PathCacheBehavior extends CacheBehavior {
  readonly PathPattern: string;
}

export interface CustomErrorResponse {
  readonly ErrorCode: number;
  readonly ErrorCachingMinTTL?: number;
  readonly ResponseCode?: number;
  readonly ResponsePagePath?: string;
}

/** `AWS::CloudFront::CachePolicy`'s `CachePolicyConfig`. Times to live are in seconds. */
export interface CachePolicyConfig {
  readonly MinTTL: number;
  readonly DefaultTTL: number;
  readonly MaxTTL: number;
  readonly ParametersInCacheKeyAndForwardedToOrigin: {
    readonly EnableAcceptEncodingGzip?: boolean;
    readonly EnableAcceptEncodingBrotli?: boolean;
    readonly HeadersConfig: HeadersConfig;
    readonly CookiesConfig: CookiesConfig;
    readonly QueryStringsConfig: QueryStringsConfig;
  };
}

/** `AWS::CloudFront::OriginRequestPolicy`'s `OriginRequestPolicyConfig`. */
export interface OriginRequestPolicyConfig {
  readonly HeadersConfig: HeadersConfig;
  readonly CookiesConfig: CookiesConfig;
  readonly QueryStringsConfig: QueryStringsConfig;
}

export interface HeadersConfig {
  /** `none`, `whitelist`, `allViewer`, `allViewerAndWhitelistCloudFront`, `allExcept`. */
  readonly HeaderBehavior: string;
  readonly Headers?: readonly string[];
}

export interface CookiesConfig {
  /** `none`, `whitelist`, `all`, `allExcept`. */
  readonly CookieBehavior: string;
  readonly Cookies?: readonly string[];
}

export interface QueryStringsConfig {
  /** `none`, `whitelist`, `all`, `allExcept`. */
  readonly QueryStringBehavior: string;
  readonly QueryStrings?: readonly string[];
}

/** `AWS::CloudFront::ResponseHeadersPolicy`'s `ResponseHeadersPolicyConfig`. */
export interface ResponseHeadersPolicyConfig {
  readonly CorsConfig?: CorsConfig;
  readonly SecurityHeadersConfig?: SecurityHeadersConfig;
  readonly CustomHeadersConfig?: Items<{ readonly Header: string; readonly Value: string; readonly Override: boolean }>;
  readonly RemoveHeadersConfig?: Items<{ readonly Header: string }>;
}

export interface CorsConfig {
  readonly AccessControlAllowCredentials: boolean;
  readonly AccessControlAllowHeaders: Items<string>;
  readonly AccessControlAllowMethods: Items<string>;
  readonly AccessControlAllowOrigins: Items<string>;
  readonly AccessControlExposeHeaders?: Items<string>;
  readonly AccessControlMaxAgeSec?: number;
  readonly OriginOverride: boolean;
}

export interface SecurityHeadersConfig {
  readonly ContentSecurityPolicy?: { readonly ContentSecurityPolicy: string; readonly Override: boolean };
  readonly ContentTypeOptions?: { readonly Override: boolean };
  readonly FrameOptions?: { readonly FrameOption: string; readonly Override: boolean };
  readonly ReferrerPolicy?: { readonly ReferrerPolicy: string; readonly Override: boolean };
  readonly StrictTransportSecurity?: {
    readonly AccessControlMaxAgeSec: number;
    readonly IncludeSubdomains?: boolean;
    readonly Preload?: boolean;
    readonly Override: boolean;
  };
  readonly XSSProtection?: {
    readonly Protection: boolean;
    readonly ModeBlock?: boolean;
    readonly ReportUri?: string;
    readonly Override: boolean;
  };
}

/** The policies that the template itself makes, by physical id. */
export interface Policies {
  readonly cache: Readonly<Record<string, CachePolicyConfig>>;
  readonly originRequest: Readonly<Record<string, OriginRequestPolicyConfig>>;
  readonly responseHeaders: Readonly<Record<string, ResponseHeadersPolicyConfig>>;
}
