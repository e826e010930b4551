import { describe, expect, test } from "@jest/globals";
import { customDomainOf } from "../../lib/domain-settings.js";
import { readSettings } from "../../lib/settings.js";
import { appWith } from "./app-with.js";
import { resourcesOf, synthesize, type TemplateJson } from "./synthesize.js";

const certificateArn = "arn:aws:acm:us-east-1:111122223333:certificate/7c9e6679-7425-40de-944b-e07fc1f90ae7";
const domain = { domainNames: '["images.example.com","pictures.example.org"]', certificateArn };

const plain = await synthesize();
const named = await synthesize({
  ...domain,
  accessLogBucket: "example-logs",
  originSecretRotation: "3",
  mcpAuthorizationServer: "https://login.example.com",
});

const configOf = (template: TemplateJson) =>
  resourcesOf(template, "AWS::CloudFront::Distribution")[0]?.[1].Properties.DistributionConfig as Record<
    string,
    unknown
  >;
const edgeCodeOf = (template: TemplateJson) => {
  const functions = resourcesOf(template, "AWS::CloudFront::Function");
  return String(functions.find(([id]) => id.startsWith("DeliveryViewerRequest"))?.[1].Properties.FunctionCode);
};
const baseUrlOf = (template: TemplateJson) => template.Outputs["BaseUrl"]?.Value;

describe("domain names", () => {
  test("the distribution has the configured names and their certificate, with TLS 1.2 or newer", () => {
    expect(configOf(named)).toMatchObject({
      Aliases: ["images.example.com", "pictures.example.org"],
      ViewerCertificate: {
        AcmCertificateArn: certificateArn,
        SslSupportMethod: "sni-only",
        MinimumProtocolVersion: "TLSv1.2_2021",
      },
    });
    expect(configOf(plain)).not.toHaveProperty("Aliases");
    expect(configOf(plain)).not.toHaveProperty("ViewerCertificate");
  });

  test("the base URL has the first name, in the stack's output and in the URLs that the service returns", () => {
    expect(baseUrlOf(named)).toBe("https://images.example.com");
    expect(edgeCodeOf(named)).toContain('"https://images.example.com"');
    expect(JSON.stringify(baseUrlOf(plain))).toContain("DomainName");
    expect(edgeCodeOf(plain)).toContain('={"viewerScheme":"https","mcpChallenge":"Bearer"}');
  });

  test("a stack that runs on one machine ignores the names, because its viewers use a loopback address", () => {
    const settings = readSettings(appWith({ ...domain, viewerScheme: "http" }));
    expect(customDomainOf(settings)).toBeUndefined();
    expect(customDomainOf({ ...settings, viewerScheme: "https" })?.mainName).toBe("images.example.com");
  });

  test("one name can be given as text", () => {
    const settings = readSettings(appWith({ domainNames: "images.example.com", certificateArn }));
    expect(settings.domainNames).toEqual(["images.example.com"]);
  });

  test.each([
    ["domainNames needs certificateArn. Set both, or neither.", { domainNames: "images.example.com" }],
    ["certificateArn needs domainNames. Set both, or neither.", { certificateArn }],
  ])("names without a certificate, and the reverse, stop the synth: %s", (message, settings) => {
    expect(() => readSettings(appWith(settings))).toThrow(message);
  });

  test.each([
    "https://images.example.com",
    "images.example.com/x",
    "*.example.com",
    "Images.example.com",
    "localhost",
    "images..com",
    "-images.example.com",
    "192.0.2.1",
    '["images.example.com","images.example.com"]',
  ])("the malformed name %s stops the synth", (domainNames) => {
    expect(() => readSettings(appWith({ domainNames, certificateArn }))).toThrow(/must.*\n.*domainNames/);
  });

  test.each([
    "arn:aws:acm:eu-central-1:111122223333:certificate/7c9e6679-7425-40de-944b-e07fc1f90ae7",
    "arn:aws:iam::111122223333:server-certificate/x",
    "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  ])("the ARN %s stops the synth with the reason: CloudFront needs a certificate in us-east-1", (arn) => {
    expect(() => readSettings(appWith({ ...domain, certificateArn: arn }))).toThrow(
      /certificate in us-east-1.*\n.*certificateArn/,
    );
  });
});

describe("access logs of CloudFront", () => {
  test("CloudFront writes access logs to the configured bucket, and none by default", () => {
    expect(configOf(named)).toMatchObject({ Logging: { Bucket: "example-logs.s3.amazonaws.com", Prefix: "Test/" } });
    expect(configOf(plain)).not.toHaveProperty("Logging");
  });

  test("a bucket that is not a name stops the synth", () => {
    expect(() => readSettings(appWith({ accessLogBucket: "s3://logs" }))).toThrow(/accessLogBucket/);
  });
});

describe("the rotation of the origin secret", () => {
  test("a higher originSecretRotation changes the distribution, so that CloudFormation reads the secret again", () => {
    expect([configOf(plain), configOf(named)].map((config) => config["Comment"])).toEqual([
      "Image render service, prod",
      "Image render service, prod, origin secret rotation 3",
    ]);
    // The reference to the secret has no version: CloudFormation reads the current value.
    expect(JSON.stringify(configOf(named))).toContain(":SecretString:::}}");
  });
});

test("an authorization server for assistants is named at the edge, and in the environment of the mcp function", () => {
  expect(edgeCodeOf(named)).toContain(
    'Bearer resource_metadata="$/.well-known/oauth-protected-resource/mcp", scope="render templates admin"',
  );
  const [environment] = resourcesOf(named, "AWS::Lambda::Function")
    .filter(([id]) => id.startsWith("FunctionsMcp"))
    .map(([, { Properties }]) => Properties.Environment);
  expect(environment).toMatchObject({
    Variables: { AUTHORIZATION_SERVER: "https://login.example.com", BASE_URL: "https://images.example.com" },
  });
});
