import { expect, test } from "@jest/globals";
import type { Template } from "run-cdk-out";
import { differences } from "../../../local/dev/template-check.js";

const template = (Resources: Template["Resources"], more: Partial<Template> = {}): Template => ({
  Resources,
  Outputs: {},
  Parameters: {},
  Mappings: {},
  Rules: {},
  Conditions: {},
  ...more,
});
const resource = (Type: string, Properties: Template["Resources"][string]["Properties"], Metadata = {}) => ({
  Type,
  Properties,
  Metadata,
});

test("new code of functions and layers does not count as a difference between two templates", () => {
  const withKey = (key: string) =>
    template({
      F: resource("AWS::Lambda::Function", { Code: { S3Key: key }, Timeout: 3 }, { asset: key }),
      L: resource("AWS::Lambda::LayerVersion", { Content: { S3Key: key } }),
    });
  expect(differences(withKey("one.zip"), withKey("two.zip"))).toEqual([]);
});

test("changed, new and removed resources and outputs are differences between two templates", () => {
  const queue = (seconds: number) => resource("AWS::SQS::Queue", { VisibilityTimeout: seconds });
  const before = template(
    { Same: queue(1), Changed: queue(1), Removed: queue(1) },
    { Outputs: { Url: { Value: "a" } } },
  );
  const after = template({ Same: queue(1), Changed: queue(2), New: queue(1) }, { Outputs: { Url: { Value: "b" } } });
  expect(differences(before, after).sort()).toEqual(["Changed", "New", "Removed", "Url"]);
});
