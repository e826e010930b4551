import { expect, test } from "@jest/globals";
import { evaluateConditions } from "../../src/template/conditions.js";

const conditions = evaluateConditions(
  {
    IsLocal: { "Fn::Equals": [{ Ref: "Stage" }, "local"] },
    EqualAsStrings: { "Fn::Equals": [{ Ref: "Count" }, "1"] },
    NotLocal: { "Fn::Not": [{ Condition: "IsLocal" }] },
    Both: { "Fn::And": [{ Condition: "IsLocal" }, { Condition: "NotLocal" }] },
    Either: { "Fn::Or": [{ Condition: "IsLocal" }, { Condition: "NotLocal" }] },
    Circle: { "Fn::Not": [{ Condition: "Circle" }] },
    Dangling: { Condition: "Nowhere" },
    Strange: { "Fn::Sometimes": [] },
  },
  { ref: (name) => ({ Stage: "local", Count: 1 })[name], mapping: () => undefined },
);

test("conditions are evaluated with Equals, Not, And and Or", () => {
  const values = ["IsLocal", "EqualAsStrings", "NotLocal", "Both", "Either"].map(conditions);
  expect(values).toEqual([true, true, false, false, true]);
});

test("an undefined condition is undefined, not false", () => {
  expect(conditions("Nobody")).toBeUndefined();
});

test("a condition that depends on itself, on a missing condition or on an unknown function fails", () => {
  expect(() => conditions("Circle")).toThrow("Conditions.Circle: the condition depends on itself");
  expect(() => conditions("Dangling")).toThrow('there is no condition "Nowhere"');
  expect(() => conditions("Strange")).toThrow("does not support the condition function Fn::Sometimes");
});
