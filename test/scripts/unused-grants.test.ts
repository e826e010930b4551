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

test("an unused grant without a reason is a problem, and so is a reason for a grant that is used", () => {
  expect(problemsOf(["api a:B C"], { "api a:B C": "Only an outage needs it." })).toEqual([]);
  expect(problemsOf(["api a:B C"], { "web a:B C": "Only an outage needs it." })).toEqual([
    "No end-to-end test uses the grant api a:B C. Remove it, or give the reason in KNOWN_UNUSED.",
    "The grant web a:B C is in KNOWN_UNUSED, but it is used or does not exist.",
  ]);
});
