/**
 * The supported configuration of an `AWS::CloudFront::Distribution` and its policies, in CloudFormation's notation.
 *
 * Properties that have no effect on a local machine (certificates, logs, price classes, compression) are ignored.
 */
import * as z from "zod";

/** CloudFormation also accepts numbers as text. */
const numeric = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

/** A list in the wrapped form that CloudFormation uses in some places. */
const items = <Item extends z.ZodType>(item: Item) => z.object({ Items: z.array(item).optional() });

/** Properties that affect responses and are not implemented. The start fails if they have a value. */
const notSupported = z
  .union([z.literal(""), z.tuple([]), z.literal(false)], { error: "not supported by the local edge" })
  .optional();

const originSchema = z.object({
  Id: z.string(),
  DomainName: z.string(),
  OriginPath: z.string().optional(),
  /** Time limit for the connection, in seconds; 10 by default. */
  ConnectionTimeout: numeric.optional(),
  /** Number of attempts for GET and HEAD; 3 by default. */
  ConnectionAttempts: numeric.optional(),
  /** Time limit for the whole response, in seconds; unlimited by default. */
  ResponseCompletionTimeout: numeric.optional(),
  OriginAccessControlId: z.string().optional(),
  OriginCustomHeaders: z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })).optional(),
  /** Absent for a bucket. `OriginReadTimeout` is in seconds, for the first byte and between packets. */
  CustomOriginConfig: z.object({ OriginReadTimeout: numeric.optional() }).optional(),
});

const originGroupSchema = z.object({
  Id: z.string(),
  Members: items(z.object({ OriginId: z.string() })),
  FailoverCriteria: z.object({ StatusCodes: items(numeric) }),
});

const behaviorSchema = z.object({
  TargetOriginId: z.string(),
  ViewerProtocolPolicy: z.enum(["allow-all", "https-only", "redirect-to-https"]).optional(),
  AllowedMethods: z.array(z.string()).optional(),
  CachedMethods: z.array(z.string()).optional(),
  /** The older alternative `ForwardedValues` is not supported. */
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.string().optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  FunctionAssociations: z
    .array(z.object({ EventType: z.enum(["viewer-request", "viewer-response"]), FunctionARN: z.string() }))
    .optional(),
  LambdaFunctionAssociations: notSupported,
  TrustedKeyGroups: notSupported,
  TrustedSigners: notSupported,
  FieldLevelEncryptionId: notSupported,
  SmoothStreaming: notSupported,
});

const errorResponseSchema = z.object({
  ErrorCode: numeric,
  ErrorCachingMinTTL: numeric.optional(),
  ResponseCode: notSupported,
  ResponsePagePath: notSupported,
});

export const distributionConfigSchema = z.object({
  Origins: z.array(originSchema),
  OriginGroups: items(originGroupSchema).optional(),
  DefaultCacheBehavior: behaviorSchema,
  CacheBehaviors: z.array(behaviorSchema.extend({ PathPattern: z.string() })).optional(),
  CustomErrorResponses: z.array(errorResponseSchema).optional(),
  DefaultRootObject: z.string().optional(),
});

const headersSchema = z.object({
  HeaderBehavior: z.enum(["none", "whitelist", "allViewer", "allViewerAndWhitelistCloudFront", "allExcept"]),
  Headers: z.array(z.string()).optional(),
});
const listBehavior = z.enum(["none", "whitelist", "all", "allExcept"]);
const cookiesSchema = z.object({ CookieBehavior: listBehavior, Cookies: z.array(z.string()).optional() });
const queryStringsSchema = z.object({
  QueryStringBehavior: listBehavior,
  QueryStrings: z.array(z.string()).optional(),
});
const forwarded = {
  HeadersConfig: headersSchema,
  CookiesConfig: cookiesSchema,
  QueryStringsConfig: queryStringsSchema,
};

/** `AWS::CloudFront::CachePolicy`'s `CachePolicyConfig`. Times to live are in seconds. */
export const cachePolicySchema = z.object({
  MinTTL: numeric,
  DefaultTTL: numeric,
  MaxTTL: numeric,
  ParametersInCacheKeyAndForwardedToOrigin: z.object({
    EnableAcceptEncodingGzip: z.boolean().optional(),
    EnableAcceptEncodingBrotli: z.boolean().optional(),
    ...forwarded,
  }),
});

/** `AWS::CloudFront::OriginRequestPolicy`'s `OriginRequestPolicyConfig`. */
export const originRequestPolicySchema = z.object(forwarded);

const override = { Override: z.boolean() };

const securityHeadersSchema = z.object({
  ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string(), ...override }).optional(),
  ContentTypeOptions: z.object(override).optional(),
  FrameOptions: z.object({ FrameOption: z.string(), ...override }).optional(),
  ReferrerPolicy: z.object({ ReferrerPolicy: z.string(), ...override }).optional(),
  StrictTransportSecurity: z
    .object({
      AccessControlMaxAgeSec: numeric,
      IncludeSubdomains: z.boolean().optional(),
      Preload: z.boolean().optional(),
      ...override,
    })
    .optional(),
  XSSProtection: z
    .object({
      Protection: z.boolean(),
      ModeBlock: z.boolean().optional(),
      ReportUri: z.string().optional(),
      ...override,
    })
    .optional(),
});

const corsSchema = z.object({
  AccessControlAllowCredentials: z.boolean(),
  AccessControlAllowHeaders: items(z.string()),
  AccessControlAllowMethods: items(z.string()),
  AccessControlAllowOrigins: items(z.string()),
  AccessControlExposeHeaders: items(z.string()).optional(),
  AccessControlMaxAgeSec: numeric.optional(),
  OriginOverride: z.boolean(),
});

/** `AWS::CloudFront::ResponseHeadersPolicy`'s `ResponseHeadersPolicyConfig`. */
export const responseHeadersPolicySchema = z.object({
  CorsConfig: corsSchema.optional(),
  SecurityHeadersConfig: securityHeadersSchema.optional(),
  CustomHeadersConfig: items(z.object({ Header: z.string(), Value: z.string(), ...override })).optional(),
  RemoveHeadersConfig: items(z.object({ Header: z.string() })).optional(),
});

export type DistributionConfig = z.infer<typeof distributionConfigSchema>;
export type Origin = z.infer<typeof originSchema>;
export type CacheBehavior = z.infer<typeof behaviorSchema>;
export type CustomErrorResponse = z.infer<typeof errorResponseSchema>;
export type HeadersConfig = z.infer<typeof headersSchema>;
export type CookiesConfig = z.infer<typeof cookiesSchema>;
export type QueryStringsConfig = z.infer<typeof queryStringsSchema>;
export type CachePolicyConfig = z.infer<typeof cachePolicySchema>;
export type OriginRequestPolicyConfig = z.infer<typeof originRequestPolicySchema>;
export type SecurityHeadersConfig = z.infer<typeof securityHeadersSchema>;
export type CorsConfig = z.infer<typeof corsSchema>;
export type ResponseHeadersPolicyConfig = z.infer<typeof responseHeadersPolicySchema>;

/** Policies by physical ID. */
export interface Policies {
  readonly cache: Readonly<Record<string, CachePolicyConfig>>;
  readonly originRequest: Readonly<Record<string, OriginRequestPolicyConfig>>;
  readonly responseHeaders: Readonly<Record<string, ResponseHeadersPolicyConfig>>;
}
