import { expect, test } from "@jest/globals";
import { checkRules } from "../../src/template/rules.js";
import { templateSchema } from "../../src/template/template.js";

const isEast = { "Fn::Contains": [["us-east-1", "us-east-2"], { Ref: "AWS::Region" }] };

/** The message of the refusal, if there is one. */
function refusalOf(rules: Record<string, unknown>, region = "us-east-1"): string | undefined {
  const parameters = { Version: { Type: "AWS::SSM::Parameter::Value<String>", Default: "/cdk" } };
  const template = templateSchema.parse({ Rules: rules, Parameters: parameters, Resources: {} });
  const ref = (name: string) => {
    if (name === "Version") throw new Error("The parameter store was read.");
    return name === "AWS::Region" ? region : undefined;
  };
  try {
    checkRules(template, { ref, mapping: () => undefined, condition: () => undefined });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

test("a stack is refused with the description of an assertion that does not hold", () => {
  const rules = { Region: { Assertions: [{ Assert: isEast, AssertDescription: "Only in the east." }] } };
  expect(refusalOf(rules)).toBeUndefined();
  expect(refusalOf(rules, "eu-west-1")).toContain("Rules.Region: Only in the east.");
});

test("an assertion counts only if the condition of its rule holds", () => {
  const never = { "Fn::Equals": ["a", "b"] };
  expect(
    refusalOf({ Region: { RuleCondition: isEast, Assertions: [{ Assert: never }] } }, "eu-west-1"),
  ).toBeUndefined();
  expect(refusalOf({ Region: { RuleCondition: isEast, Assertions: [{ Assert: never }] } })).toContain("does not hold");
});

test("a rule about the account's parameter store is skipped, and an unknown function is an error", () => {
  const version = { "Fn::Not": [{ "Fn::Contains": [["1"], { Ref: "Version" }] }] };
  expect(refusalOf({ CheckBootstrapVersion: { Assertions: [{ Assert: version }] } })).toBeUndefined();
  const strange = { "Fn::EachMemberIn": [["a"], ["b"]] };
  expect(refusalOf({ A: { Assertions: [{ Assert: strange }] } })).toContain("does not support the condition function");
});
