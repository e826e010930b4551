import { expect, test } from "@jest/globals";
import { orderByDependency } from "../../src/template/dependencies.js";
import { type TemplateResource, type TemplateValue } from "../../src/template/template.js";

const resource = (properties: Record<string, TemplateValue>, dependsOn?: string | string[]): TemplateResource => ({
  Type: "AWS::SQS::Queue",
  Properties: properties,
  Metadata: {},
  ...(dependsOn !== undefined && { DependsOn: dependsOn }),
});
const always = () => true;

test("a resource comes after all that it refers to, in whichever way", () => {
  const ordered = orderByDependency(
    {
      ByRef: resource({ A: [{ Ref: "ByAttribute" }, { Ref: "AWS::Region" }] }),
      ByAttribute: resource({ B: { Deep: { "Fn::GetAtt": ["BySub", "Arn"] } } }),
      BySub: resource({ C: { "Fn::Sub": ["${ByWish.Arn}${Own}", { Own: { Ref: "Leaf" } }] } }),
      ByWish: resource({}, "Last"),
      Last: resource({}, ["Leaf"]),
      Leaf: resource({}),
    },
    always,
  );
  expect(ordered.map(({ logicalId }) => logicalId)).toEqual([
    "Leaf",
    "Last",
    "ByWish",
    "BySub",
    "ByAttribute",
    "ByRef",
  ]);
  expect(ordered.find(({ logicalId }) => logicalId === "BySub")?.dependencies).toEqual(["ByWish", "Leaf"]);
});

test("only the branch of Fn::If that is taken counts", () => {
  const resources = {
    A: resource({ X: { "Fn::If": ["Off", { Ref: "B" }, "none"] } }),
    B: resource({ X: { Ref: "A" } }),
  };
  expect(orderByDependency(resources, () => false).map(({ logicalId }) => logicalId)).toEqual(["A", "B"]);
  expect(() => orderByDependency(resources, () => true)).toThrow("in a circle: A → B → A");
});

test("a circle is shown, without the way that led to it", () => {
  const resources = {
    Entry: resource({ X: { Ref: "A" } }),
    A: resource({ X: { Ref: "B" } }),
    B: resource({}, "C"),
    C: resource({ X: { "Fn::GetAtt": "A.Arn" } }),
  };
  expect(() => orderByDependency(resources, always)).toThrow("depend on each other in a circle: A → B → C → A");
});
