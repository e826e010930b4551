import { expect, test } from "@jest/globals";
import { referencesIn, resourcesOf, synthesize } from "./synthesize.js";

const template = await synthesize();
const [[, distribution] = []] = resourcesOf(template, "AWS::CloudFront::Distribution");
const { CacheBehaviors } = distribution?.Properties.DistributionConfig as {
  CacheBehaviors: { PathPattern: string; ResponseHeadersPolicyId: unknown; Compress: boolean }[];
};
const behaviorOf = (path: string) => CacheBehaviors.find(({ PathPattern }) => PathPattern === path);
const headersOf = (path: string) => {
  const [id] = referencesIn(behaviorOf(path)?.ResponseHeadersPolicyId);
  const found = resourcesOf(template, "AWS::CloudFront::ResponseHeadersPolicy").find(([logicalId]) => logicalId === id);
  return found?.[1].Properties.ResponseHeadersPolicyConfig;
};

test("web pages may load nothing from other hosts, run no inline code, and are compressed", () => {
  for (const path of ["/", "/docs", "/docs/*", "/assets/*", "/studio", "/studio/*"]) {
    const { SecurityHeadersConfig } = headersOf(path) as {
      SecurityHeadersConfig: { ContentSecurityPolicy: { ContentSecurityPolicy: string; Override: boolean } };
    };
    const { ContentSecurityPolicy, Override } = SecurityHeadersConfig.ContentSecurityPolicy;
    const sources = ContentSecurityPolicy.split("; ").flatMap((directive) => directive.split(" ").slice(1));
    expect([...new Set(sources)].sort()).toEqual(["'none'", "'self'", "blob:", "data:"]);
    expect([ContentSecurityPolicy.startsWith("default-src 'none'; script-src 'self';"), Override]).toEqual([
      true,
      true,
    ]);
    expect(SecurityHeadersConfig).toMatchObject({
      ContentTypeOptions: { Override: true },
      StrictTransportSecurity: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: "same-origin" },
    });
    // CloudFront compresses only with a cache policy that keys by the encoding and keeps responses for a second or more.
    expect(behaviorOf(path)).toMatchObject({ Compress: true, CachePolicyId: "658327ea-f89d-4fab-a63d-7e88639e58f6" });
  }
});
