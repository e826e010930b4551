import { describe, expect, test } from "@jest/globals";
import { type ResolutionScope, resolve } from "../../src/template/resolve.js";
import type { TemplateValue } from "../../src/template/template.js";

const scope: ResolutionScope = {
  ref: (name) => ({ Queue: "http://queue", "AWS::Region": "us-east-1", Size: 7 })[name],
  getAtt: (id, attribute) => (id === "Queue" && attribute === "Arn" ? "arn:queue" : undefined),
  condition: (name) => ({ Yes: true, No: false })[name],
  mapping: (map, top, second) => (map === "Runtimes" && top === "us-east-1" && second === "node" ? "24" : undefined),
};
const resolved = (value: TemplateValue) => resolve(value, "Function.Environment", scope);
const failure = (value: TemplateValue) => {
  try {
    resolved(value);
  } catch (error) {
    return (error as Error).message;
  }
  return "resolved";
};

describe("intrinsic functions", () => {
  test.each<[string, TemplateValue, unknown]>([
    ["Ref", { Ref: "Queue" }, "http://queue"],
    ["Ref keeps a number a number", { Ref: "Size" }, 7],
    ["GetAtt as a list", { "Fn::GetAtt": ["Queue", "Arn"] }, "arn:queue"],
    ["GetAtt as a string", { "Fn::GetAtt": "Queue.Arn" }, "arn:queue"],
    ["Join", { "Fn::Join": ["-", ["a", { Ref: "Size" }, { "Fn::GetAtt": ["Queue", "Arn"] }]] }, "a-7-arn:queue"],
    ["Split and Select", { "Fn::Select": ["2", { "Fn::Split": ["/", "https://host/"] }] }, "host"],
    ["Sub", { "Fn::Sub": "${AWS::Region}/${Queue.Arn}/${!Literal}" }, "us-east-1/arn:queue/${Literal}"],
    ["Sub with variables", { "Fn::Sub": ["${Own}+${Size}", { Own: { Ref: "Queue" } }] }, "http://queue+7"],
    ["If", [{ "Fn::If": ["Yes", "a", "b"] }, { "Fn::If": ["No", "a", "b"] }], ["a", "b"]],
    ["FindInMap", { "Fn::FindInMap": ["Runtimes", { Ref: "AWS::Region" }, "node"] }, "24"],
    ["Base64", { "Fn::Base64": "hi" }, "aGk="],
    ["NoValue drops a key", { a: 1, b: { Ref: "AWS::NoValue" } }, { a: 1 }],
    ["NoValue drops an element", [1, { "Fn::If": ["Yes", { Ref: "AWS::NoValue" }, 2] }], [1]],
    ["plain values stay", { a: [null, true, "x"] }, { a: [null, true, "x"] }],
  ])("intrinsic functions are resolved: %s", (_, value, expected) => expect(resolved(value)).toEqual(expected));
});

describe("values that cannot be resolved", () => {
  test.each<[string, TemplateValue, RegExp]>([
    [
      "an unknown function",
      { A: { "Fn::Cidr": [] } },
      /^Function\.Environment\.A\.Fn::Cidr: .*does not support.*Fn::Cidr/,
    ],
    ["an unknown reference", [{ Ref: "Nothing" }], /^Function\.Environment\[0\]\.Ref: there is no .* Nothing/],
    ["an unknown attribute", { "Fn::GetAtt": ["Queue", "Size"] }, /Queue has no attribute Size/],
    ["an unknown condition", { "Fn::If": ["Maybe", 1, 2] }, /no condition Maybe/],
    ["an unknown mapping", { "Fn::FindInMap": ["Runtimes", "eu", "node"] }, /no Runtimes\.eu\.node/],
    ["a Select beyond the list", { "Fn::Select": [1, ["a"]] }, /no element 1 in a list of 1/],
    ["a function beside other keys", { Ref: "Queue", More: 1 }, /Ref must be the only key/],
    ["an object in place of a string", { "Fn::Join": ["", [{ a: 1 }]] }, /must be a string, a number or a boolean/],
    ["a Sub of an unknown name", { "Fn::Sub": "${Nothing}" }, /no resource or parameter Nothing/],
    [
      "an import from another stack",
      { "Fn::ImportValue": "x" },
      /does not support the intrinsic function Fn::ImportValue/,
    ],
  ])("the error for %s names its place", (_, value, message) => expect(failure(value)).toMatch(message));
});
