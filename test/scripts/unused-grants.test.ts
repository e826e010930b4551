import { expect, test } from "@jest/globals";
import { problemsOf, readGrants } from "../../scripts/grants/unused-grants.mjs";

const line = (functions: string, action: string, resource: string, used: boolean): string =>
  JSON.stringify({ functions, action, resource, used });

test("a grant is unused if no runner has written its use, whatever the hash of its resource", () => {
  const text = [
    line("api", "s3:GetObject", "StorageBucket5CB7C8EA/inputs/*", false),
    line("api", "s3:GetObject", "StorageBucket5CB7C8EA/inputs/*", true),
    line("api", "s3:GetObject", "StorageBucket00000000/inputs/*", false),
    line("webhook", "s3:GetObject", "StorageBucket5CB7C8EA/inputs/*", false),
    line("api", "lambda:GetAccountSettings", "*", false),
  ].join("\n");
  expect(readGrants(`${text}\n`)).toEqual({
    unused: ["api lambda:GetAccountSettings *", "webhook s3:GetObject StorageBucket/inputs/*"],
    all: [
      "api lambda:GetAccountSettings *",
      "api s3:GetObject StorageBucket/inputs/*",
      "webhook s3:GetObject StorageBucket/inputs/*",
    ],
  });
});

test("an unused grant without a reason is a problem, and so is a reason for a grant that does not exist", () => {
  const grants = { unused: ["api a:B C"], all: ["api a:B C", "api a:D C"] };
  const reason = "Only an outage needs it.";
  expect(problemsOf(grants, { "api a:B C": reason, "api a:D C": reason })).toEqual([]);
  expect(problemsOf(grants, { "web a:B C": reason })).toEqual([
    "No end-to-end test uses the grant api a:B C. Remove it, or give the reason in KNOWN_UNUSED.",
    "The grant web a:B C is in KNOWN_UNUSED, but it does not exist.",
  ]);
});

test("a grant on a distribution or an adopted secret is the same grant in each run, whatever ID was generated", () => {
  const secret =
    "arn:aws:secretsmanager:us-east-1:000000000000:secret:ImageRender-local-AccessSigningKeys4E15A409-I8EWBXH89SR3-vinuk3";
  const text = [
    line("edge-keeper", "cloudfront:CreateInvalidation", "arn:aws:cloudfront::000000000000:distribution/EHV6", false),
    line("edge-keeper", "cloudfront:CreateInvalidation", "arn:aws:cloudfront::000000000000:distribution/ECPR", true),
    line("api", "secretsmanager:GetSecretValue", secret, false),
    line("api", "secretsmanager:GetSecretValue", "AccessSigningKeys4E15A409", true),
  ].join("\n");
  expect(readGrants(text)).toEqual({
    unused: [],
    all: [
      "api secretsmanager:GetSecretValue AccessSigningKeys",
      "edge-keeper cloudfront:CreateInvalidation distribution",
    ],
  });
});
