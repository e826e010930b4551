import { describe, expect, test } from "@jest/globals";
import type { Behavior, Origin } from "./distribution.js";
import { referencesIn, resourcesOf, synthesize } from "./synthesize.js";

const template = await synthesize();

const only = (type: string, of = template) => {
  const [first, ...others] = resourcesOf(of, type);
  if (first === undefined || others.length > 0) throw new Error(`The template does not have exactly one ${type}.`);
  return first[1].Properties;
};
const distribution = only("AWS::CloudFront::Distribution").DistributionConfig as {
  DefaultCacheBehavior: Behavior;
  CacheBehaviors: Behavior[];
  Origins: Origin[];
  OriginGroups?: unknown;
  CustomErrorResponses: { ErrorCode: number; ErrorCachingMinTTL: number; ResponsePagePath?: string }[];
};
const behaviors = [distribution.DefaultCacheBehavior, ...distribution.CacheBehaviors];
const behaviorOf = (path: string) => {
  const found = behaviors.find(({ PathPattern }) => PathPattern === path);
  if (found === undefined) throw new Error(`There is no behavior ${path}.`);
  return found;
};
const originOf = ({ TargetOriginId }: Behavior): Origin => {
  const found = distribution.Origins.find(({ Id }) => Id === TargetOriginId);
  if (found === undefined) throw new Error(`There is no origin ${TargetOriginId}.`);
  return found;
};
/** The function whose URL is the origin. */
const functionBehind = (origin: Origin) => {
  const [urlId] = referencesIn(origin);
  const url = resourcesOf(template, "AWS::Lambda::Url").find(([id]) => id === urlId);
  return referencesIn(url?.[1].Properties.TargetFunctionArn);
};
const policy = (type: string, reference: unknown) => {
  const [id] = referencesIn(reference);
  const found = resourcesOf(template, type).find(([logicalId]) => logicalId === id);
  return found?.[1].Properties[`${type.split("::")[2] ?? ""}Config`];
};

/** The CloudFront function with this construct ID. */
const edgeFunction = (name: string) => {
  const [id, resource] = resourcesOf(template, "AWS::CloudFront::Function").find(([key]) => key.includes(name)) ?? [];
  if (id === undefined || resource === undefined) throw new Error(`There is no CloudFront function ${name}.`);
  return { id, ...resource };
};
const functionId = (name: string) => edgeFunction(name).id;

describe("the distribution", () => {
  test("each path has its origin, and the paths of the API come before the wildcard of signed images", () => {
    expect(distribution.CacheBehaviors.map(({ PathPattern }) => PathPattern)).toEqual([
      "/api/v1/img/sign",
      "/api/v1/img/purge",
      "/api/v1/img/*",
      "/api/v1/renders/*/asset",
      "/api/v1/renders/*/image",
      "/api/v1/renders/*/wait",
      "/api/v1/renders/*/events",
      "/api/v1/uploads/*/file",
      "/api/v1/templates/*/preview",
      "/api/v1/templates/*/thumbnail",
      "/api/v1/templates/preview",
      "/img/*",
      "/render-now/*",
      "/",
      "/llms.txt",
      "/llms-full.txt",
      "/docs",
      "/docs/*",
      "/assets",
      "/assets/*",
      "/studio",
      "/studio/*",
    ]);
    const api = distribution.DefaultCacheBehavior.TargetOriginId;
    const preview = originOf(behaviorOf("/api/v1/templates/preview"));
    expect(functionBehind(preview)).toEqual([expect.stringMatching(/^RestApiPreviewFunction/)]);
    expect(behaviors.map(({ TargetOriginId }) => TargetOriginId)).toEqual([
      api,
      api,
      api,
      "bucket",
      "stream",
      "stream",
      "stream",
      "stream",
      "stream",
      preview.Id,
      preview.Id,
      preview.Id,
      "image",
      "render-now",
      ...Array<string>(9).fill("bucket"),
    ]);
  });

  test("every behavior runs the edge function, allows all methods, and has no origin group", () => {
    const edgeId = functionId("ViewerRequest");
    for (const { FunctionAssociations, AllowedMethods } of behaviors) {
      const atRequest = FunctionAssociations.filter(({ EventType }) => EventType === "viewer-request");
      expect(atRequest.map(({ FunctionARN }) => referencesIn(FunctionARN))).toEqual([[edgeId]]);
      expect(AllowedMethods).toHaveLength(7);
    }
    expect(distribution.OriginGroups).toBeUndefined();
  });

  test("waits are sent to their origin once, may take 120 s, and are never cached or compressed", () => {
    for (const path of ["/api/v1/renders/*/wait", "/api/v1/renders/*/events"]) {
      const { ConnectionAttempts, CustomOriginConfig } = originOf(behaviorOf(path));
      expect([ConnectionAttempts, CustomOriginConfig?.OriginReadTimeout]).toEqual([1, 120]);
      expect(behaviorOf(path).CachePolicyId).toBe("4135ea2d-6df8-44a3-9df3-4b5a84be39ad"); // CachingDisabled
    }
  });

  test("the behaviors of pictures add the request ID, because the bucket and the cache do not know it", () => {
    const responseId = functionId("ViewerResponse");
    for (const pattern of ["/api/v1/img/*", "/api/v1/renders/*/asset", "/api/v1/renders/*/image"]) {
      const atResponse = behaviorOf(pattern).FunctionAssociations.filter(
        ({ EventType }) => EventType === "viewer-response",
      );
      expect(atResponse.map(({ FunctionARN }) => referencesIn(FunctionARN))).toEqual([[responseId]]);
    }
  });

  test("CloudFront caches no error for which caching can be configured", () => {
    const cached = distribution.CustomErrorResponses.filter(({ ErrorCachingMinTTL }) => ErrorCachingMinTTL !== 0);
    expect(cached).toEqual([]);
    expect(distribution.CustomErrorResponses.map(({ ErrorCode }) => ErrorCode).sort()).toEqual([
      400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504,
    ]);
  });

  test("every origin recognizes CloudFront by its signature or by a secret header", () => {
    for (const { Id, OriginAccessControlId, OriginCustomHeaders } of distribution.Origins) {
      const signed = ["bucket", "image"].includes(Id);
      expect([Id, OriginAccessControlId !== undefined]).toEqual([Id, signed]);
      expect((OriginCustomHeaders ?? []).map(({ HeaderName }) => HeaderName)).toEqual(
        signed ? [] : ["x-irs-origin-secret"],
      );
    }
    const types = resourcesOf(template, "AWS::CloudFront::OriginAccessControl").map(
      ([, { Properties }]) => Properties.OriginAccessControlConfig,
    );
    expect(types).toHaveLength(2);
    for (const type of types) expect(type).toMatchObject({ SigningBehavior: "always", SigningProtocol: "sigv4" });
  });
});

describe("the edge function", () => {
  test("the edge function reads the key-value store that the bootstrap function writes", () => {
    const [[storeId] = [""]] = resourcesOf(template, "AWS::CloudFront::KeyValueStore");
    const { FunctionConfig } = edgeFunction("ViewerRequest").Properties as { FunctionConfig: Record<string, unknown> };
    expect(FunctionConfig).toMatchObject({ Runtime: "cloudfront-js-2.0" });
    expect(referencesIn(FunctionConfig["KeyValueStoreAssociations"])).toEqual([storeId]);
    const bootstrap = resourcesOf(template, "AWS::Lambda::Function").find(([id]) => id.startsWith("Bootstrap"))?.[1];
    expect(referencesIn(bootstrap?.Properties.Environment)).toContain(storeId);
    const [[, resource] = []] = resourcesOf(template, "Custom::Bootstrap");
    expect(referencesIn(resource?.Properties)).toContain(storeId);
  });

  test("the code of the edge function contains no reference to a secret", () => {
    const { FunctionCode } = edgeFunction("ViewerRequest").Properties;
    expect(typeof FunctionCode).toBe("string");
  });
});

describe("the request policies", () => {
  test("the origins of signed images receive no header, cookie or query key of the viewer", () => {
    const { OriginRequestPolicyId, CachePolicyId } = behaviorOf("/api/v1/img/*");
    expect(policy("AWS::CloudFront::OriginRequestPolicy", OriginRequestPolicyId)).toMatchObject({
      HeadersConfig: {
        HeaderBehavior: "whitelist",
        Headers: ["x-irs-target", "x-irs-base-url", "x-irs-request-id", "x-irs-since"],
      },
      CookiesConfig: { CookieBehavior: "none" },
      QueryStringsConfig: { QueryStringBehavior: "none" },
    });
    expect(policy("AWS::CloudFront::CachePolicy", CachePolicyId)).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 31_536_000,
      ParametersInCacheKeyAndForwardedToOrigin: {
        HeadersConfig: { HeaderBehavior: "none" },
        CookiesConfig: { CookieBehavior: "none" },
        QueryStringsConfig: { QueryStringBehavior: "none" },
      },
    });
  });

  test("the cache key of an asset contains the caller's credentials, so that callers never share a response", () => {
    expect(policy("AWS::CloudFront::CachePolicy", behaviorOf("/api/v1/renders/*/asset").CachePolicyId)).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      ParametersInCacheKeyAndForwardedToOrigin: {
        HeadersConfig: { HeaderBehavior: "whitelist", Headers: ["x-irs-authorization"] },
        CookiesConfig: { CookieBehavior: "whitelist", Cookies: ["__Host-irs_session", "irs_session"] },
        QueryStringsConfig: {
          QueryStringBehavior: "whitelist",
          QueryStrings: ["response-content-disposition", "download", "sig"],
        },
      },
    });
  });
});

describe("the permissions of the distribution", () => {
  test("the distribution may read pictures and web pages, and no other object of the bucket", () => {
    const { Statement } = only("AWS::S3::BucketPolicy").PolicyDocument as {
      Statement: { Effect: string; Action: string; Principal: unknown; Resource: unknown[]; Condition: unknown }[];
    };
    const allowed = Statement.filter(({ Effect }) => Effect === "Allow");
    expect(allowed).toHaveLength(1);
    const [statement] = allowed;
    expect([statement?.Action, statement?.Principal]).toEqual([
      "s3:GetObject",
      { Service: "cloudfront.amazonaws.com" },
    ]);
    const resources = JSON.stringify(statement?.Resource);
    expect([...resources.matchAll(/"(\/[^"]*)"/g)].map(([, path]) => path)).toEqual([
      "/img/*",
      "/renders/*",
      "/site/*",
    ]);
    expect(referencesIn(statement?.Condition).filter((id) => id.startsWith("Delivery"))).toHaveLength(1);
  });

  test("the distribution may call the URL of the image function, which needs two permissions", () => {
    const permissions = resourcesOf(template, "AWS::Lambda::Permission").filter(
      ([, { Properties }]) => Properties.Principal === "cloudfront.amazonaws.com",
    );
    expect(permissions.map(([, { Properties }]) => Properties.Action).sort()).toEqual([
      "lambda:InvokeFunction",
      "lambda:InvokeFunctionUrl",
    ]);
    const urls = resourcesOf(template, "AWS::Lambda::Url").map(([, { Properties }]) => Properties);
    expect(urls.map(({ AuthType, InvokeMode }) => [AuthType, InvokeMode]).sort()).toEqual([
      ["AWS_IAM", "RESPONSE_STREAM"],
      ["NONE", "RESPONSE_STREAM"],
      ["NONE", "RESPONSE_STREAM"],
      ["NONE", "RESPONSE_STREAM"],
    ]);
  });
});

describe("the response headers", () => {
  const headersOf = (path: string) =>
    policy("AWS::CloudFront::ResponseHeadersPolicy", behaviorOf(path).ResponseHeadersPolicyId);

  test("responses have nosniff and HSTS headers, and no headers of the platform", () => {
    for (const path of ["/api/v1/img/sign", "/api/v1/img/*", "/api/v1/renders/*/asset"]) {
      expect(headersOf(path)).toMatchObject({
        SecurityHeadersConfig: {
          ContentTypeOptions: { Override: true },
          StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, Override: true },
        },
      });
      const { RemoveHeadersConfig } = headersOf(path) as { RemoveHeadersConfig: { Items: { Header: string }[] } };
      const removed = RemoveHeadersConfig.Items.map(({ Header }) => Header);
      expect(removed).toEqual(expect.arrayContaining(["server", "apigw-requestid", "x-amz-request-id", "x-amz-id-2"]));
      // CloudFront's quota.
      expect(removed.length).toBeLessThanOrEqual(10);
    }
    expect(distribution.DefaultCacheBehavior.ResponseHeadersPolicyId).toEqual(
      behaviorOf("/api/v1/img/sign").ResponseHeadersPolicyId,
    );
  });

  test("any page may show and read pictures, and the functions set the CORS headers of the API", () => {
    for (const path of ["/api/v1/img/*", "/api/v1/renders/*/asset", "/api/v1/renders/*/image"]) {
      expect(headersOf(path)).toMatchObject({
        CorsConfig: {
          AccessControlAllowOrigins: { Items: ["*"] },
          AccessControlAllowCredentials: false,
          OriginOverride: true,
        },
        CustomHeadersConfig: {
          Items: [{ Header: "cross-origin-resource-policy", Value: "cross-origin", Override: true }],
        },
      });
      expect(behaviorOf(path).Compress).toBe(false);
    }
    expect(headersOf("/api/v1/img/sign")).not.toHaveProperty("CorsConfig");
  });

  test("responses have no HSTS header if viewers use HTTP", async () => {
    const plain = await synthesize({ viewerScheme: "http" });
    for (const [, { Properties }] of resourcesOf(plain, "AWS::CloudFront::ResponseHeadersPolicy")) {
      expect(JSON.stringify(Properties)).not.toContain("StrictTransportSecurity");
    }
  });
});
