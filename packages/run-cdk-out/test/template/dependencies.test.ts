import { expect, test } from "@jest/globals";
import { orderByDependency } from "../../src/template/dependencies.js";
import type { TemplateResource, TemplateValue } from "../../src/template/template.js";

const resource = (properties: Record<string, TemplateValue>, dependsOn?: string | string[]): TemplateResource => ({
  Type: "AWS::SQS::Queue",
  Properties: properties,
  Metadata: {},
  ...(dependsOn !== undefined && { DependsOn: dependsOn }),
});
const always = () => true;

test("a resource comes after all that it refers to by Ref, GetAtt, Sub or DependsOn", () => {
  const ordered = orderByDependency(
    {
      ByRef: resource({ A: [{ Ref: "ByAttribute" }, { Ref: "AWS::Region" }] }),
      ByAttribute: resource({ B: { Deep: { "Fn::GetAtt": ["BySub", "Arn"] } } }),
      BySub: resource({ C: { "Fn::Sub": ["${ByDependsOn.Arn}${Own}", { Own: { Ref: "Leaf" } }] } }),
      ByDependsOn: resource({}, "Last"),
      Last: resource({}, ["Leaf"]),
      Leaf: resource({}),
    },
    always,
  );
  expect(ordered.map(({ logicalId }) => logicalId)).toEqual([
    "Leaf",
    "Last",
    "ByDependsOn",
    "BySub",
    "ByAttribute",
    "ByRef",
  ]);
  expect(ordered.find(({ logicalId }) => logicalId === "BySub")?.dependencies).toEqual(["ByDependsOn", "Leaf"]);
});

test("only the branch of Fn::If that applies counts as a reference", () => {
  const resources = {
    A: resource({ X: { "Fn::If": ["Off", { Ref: "B" }, "none"] } }),
    B: resource({ X: { Ref: "A" } }),
  };
  expect(orderByDependency(resources, () => false).map(({ logicalId }) => logicalId)).toEqual(["A", "B"]);
  expect(() => orderByDependency(resources, () => true)).toThrow("in a cycle: A → B → A");
});

test("a cycle is an error that shows only the resources of the cycle", () => {
  const resources = {
    Entry: resource({ X: { Ref: "A" } }),
    A: resource({ X: { Ref: "B" } }),
    B: resource({}, "C"),
    C: resource({ X: { "Fn::GetAtt": "A.Arn" } }),
  };
  expect(() => orderByDependency(resources, always)).toThrow("depend on each other in a cycle: A → B → C → A");
});
