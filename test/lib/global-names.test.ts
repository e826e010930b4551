import { describe, expect, test } from "@jest/globals";
import { Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { globalName } from "../../lib/global-name.js";
import { ImageRenderStack } from "../../lib/image-render-stack.js";
import { readSettings } from "../../lib/settings.js";
import { appWith, newApp } from "./app-with.js";

/** The types whose names are global to the account: the property with the name, and its maximum length (AWS quotas). */
const GLOBAL_TYPES: Readonly<Record<string, { readonly path: readonly string[]; readonly maxLength: number }>> = {
  "AWS::CloudFront::KeyValueStore": { path: ["Name"], maxLength: 64 },
  "AWS::CloudFront::Function": { path: ["Name"], maxLength: 64 },
  "AWS::CloudFront::OriginAccessControl": { path: ["OriginAccessControlConfig", "Name"], maxLength: 64 },
  "AWS::CloudFront::CachePolicy": { path: ["CachePolicyConfig", "Name"], maxLength: 128 },
  "AWS::CloudFront::OriginRequestPolicy": { path: ["OriginRequestPolicyConfig", "Name"], maxLength: 128 },
  "AWS::CloudFront::ResponseHeadersPolicy": { path: ["ResponseHeadersPolicyConfig", "Name"], maxLength: 128 },
};

const REGIONS = ["eu-central-1", "ap-southeast-1"];
const STAGES = ["prod", "a-stage-with-a-very-long-name-x", "a-stage-with-a-very-long-name-y"];

/** Returns the names of a stage in a region, with the maximum length of each. */
function globalNames(stageName: string, region: string): { readonly name: string; readonly maxLength: number }[] {
  const app = appWith({ nativeLayer: "host", stageName });
  const env = { account: "111122223333", region };
  const stack = new ImageRenderStack(app, `ImageRender-${stageName}`, { settings: readSettings(app), env });
  const template = Template.fromStack(stack);
  return Object.entries(GLOBAL_TYPES).flatMap(([type, { path, maxLength }]) =>
    Object.values(template.findResources(type) as Record<string, { Properties: unknown }>).map(({ Properties }) => {
      const name = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], Properties);
      if (typeof name !== "string") throw new Error(`${type} has no literal name: ${JSON.stringify(name)}`);
      return { name, maxLength };
    }),
  );
}

const places = STAGES.flatMap((stage) => REGIONS.map((region) => ({ stage, region })));
const found = places.map(({ stage, region }) => globalNames(stage, region));

describe("names that are global to the AWS account", () => {
  test("no two stages or regions share an account-global name", () => {
    const names = found.flat().map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(places.length * 10);
    expect(new Set(names).size).toBe(names.length);
  });

  test("every account-global name is within the length limit of its resource type", () => {
    for (const { name, maxLength } of found.flat())
      expect({ name, fits: name.length <= maxLength }).toEqual({ name, fits: true });
  });

  test("a stack name stays whole if it fits into 64 characters with a region of 18, and is cut otherwise", () => {
    const region = "xx-longregion-east";
    const nameOf = (stackName: string) => {
      const env = { account: "111122223333", region };
      return globalName(new Stack(newApp(), stackName, { env }), "TwelveLetter");
    };
    const longest = "S".repeat(32);
    expect(nameOf(longest)).toBe(`${longest}-${region}-TwelveLetter`);
    expect(nameOf(longest)).toHaveLength(64);
    expect(nameOf(`${longest}S`)).toMatch(/^S{23}-[0-9a-f]{8}-xx-longregion-east-TwelveLetter$/);
  });
});
