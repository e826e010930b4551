import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { synthesize } from "./synthesize.js";

interface Assertion {
  readonly Assert: { readonly "Fn::Not": [{ readonly "Fn::Contains": [string[], unknown] }] };
  readonly AssertDescription: string;
}

const { Rules } = (await synthesize()) as unknown as { Rules: Record<string, { Assertions: Assertion[] }> };
const [assertion, ...others] = Rules["RegionHasFunctionUrls"]?.Assertions ?? [];
const [refused = [], region] = assertion?.Assert["Fn::Not"][0]["Fn::Contains"] ?? [];

test("the template refuses a region without function URLs before anything is created, and says why", () => {
  expect(others).toEqual([]);
  expect(region).toEqual({ Ref: "AWS::Region" });
  expect(refused).toEqual(expect.arrayContaining(["ap-south-2", "ca-west-1", "il-central-1", "me-central-1"]));
  expect(refused).not.toContain("us-east-1");
  expect(refused).not.toContain("eu-central-1");
  expect(assertion?.AssertDescription).toMatch(/no function URLs in this region.*docs\/deploy\.md#regions$/);
});

test("docs/deploy.md lists exactly the regions that the template refuses, and says when the list was read", () => {
  const [, section = ""] = /### Regions\n([\s\S]*?)\n###/.exec(readFileSync("docs/deploy.md", "utf8")) ?? [];
  expect(section).toMatch(/read in November 2026/);
  expect([...section.matchAll(/`([a-z]{2}-[a-z]+-\d)`/g)].map(([, name]) => name)).toEqual(refused);
});
