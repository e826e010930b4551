import { describe, expect, test } from "@jest/globals";
import { conditionIssue } from "../../src/document/expression/check-expression.js";
import { evaluateText } from "../../src/document/expression/evaluate-expression.js";
import { ExpansionWork, STEPS_PER_CALL } from "../../src/document/scope/expansion-work.js";
import type { Scope } from "../../src/document/scope/scope.js";
import type { Value } from "../../src/document/attributes/values.js";
import { namesWith } from "./expression-support.js";

const rows = [2, 5].map((amount) => new Map([["amount", amount]]));
const scope: Scope = {
  variables: new Map<string, Value>([
    ["sold", 30],
    ["title", "twelve chars"],
    ["other", "twelve CHARS"],
    ["short", "abc"],
    ["blank", "   "],
    ["rows", rows],
  ]),
  items: new Map([["row", new Map([["amount", 7]])]]),
  locale: "en",
  timeZone: "UTC",
};
const valueOf = (text: string, within: Scope = scope) => evaluateText(text, within);

describe("the precedence of operators", () => {
  test.each([
    ["true or true and false", true],
    ["false and true or true", true],
    ["not false and false", false],
    ["not false or true", true],
    ["not 1 == 2", true],
    ["1 + 1 == 2", true],
    ["2 - 1 < 1 * 2", true],
    ["-2 * 3 + 1", -5],
    ["2 + -3 * 2", -4],
    ["- 2 - 3", -5],
    ["7 - 2 % 3", 5],
    ["8 / 2 * 4", 16],
    ["3 < 3", false],
    ["3 <= 3", true],
    ["3 > 3", false],
    ["3 >= 3", true],
    ["3 == 3", true],
    ["3 != 3", false],
    ["2 < 3", true],
    ["4 > 3", true],
    ["'a' != 'b'", true],
  ])("the value of %s is %p", (text, value) => {
    expect(valueOf(text)).toEqual({ value });
  });
});

describe("rounding", () => {
  test.each([
    ["round(0.12345678912345, 12)", 0.1234567891],
    ["round(0.12345678912345, 10)", 0.1234567891],
    ["round(0.12345678912345, 9)", 0.123456789],
    ["round(12.5, -3)", 13],
    ["round(1.26, 1.4)", 1.3],
    ["round(1 / 10000000, 2)", 0],
    ["round(26 / 100000000, 7)", 0.0000003],
    ["round(-1 / 10000000, 7)", -0.0000001],
    ["round(123456789012, 10)", 123_456_789_012],
    ["round(123456789012.25, 1)", 123_456_789_012.3],
    ["round(1000000000000 * 1000000000000, 2)", 1e24],
    [`round(${"9".repeat(308)}, 10)`, 1e308],
  ])("the value of %s is %p", (text, value) => {
    expect(valueOf(text)).toEqual({ value });
  });
});

describe("names in expressions", () => {
  test("an item of a repeat takes precedence over a list with its name", () => {
    const within = { ...scope, items: new Map([["rows", new Map([["amount", 3]])]]) };
    expect(valueOf("max(rows.amount)", within)).toEqual({ value: 3 });
    expect(valueOf("max(rows.amount)")).toEqual({ value: 5 });
  });

  test("an item without a value for a field counts as 0 in a sum", () => {
    const list = [new Map([["amount", 4]]), new Map<string, number>()];
    expect(valueOf("sum(rows.amount)", { ...scope, variables: new Map([["rows", list]]) })).toEqual({ value: 4 });
  });

  test("a layer is asked for only if no variable and no item has its name", () => {
    const asked: string[] = [];
    const isLayerEmpty = (name: string) => {
      asked.push(name);
      return false;
    };
    for (const name of ["badge", "title", "row.amount", "rows"]) evaluateText(`empty(${name})`, scope, isLayerEmpty);
    expect(asked).toEqual(["badge"]);
    expect(evaluateText("empty(badge)", scope, isLayerEmpty)).toEqual({ value: false });
  });

  test("a layer that does not exist is empty", () => {
    expect(valueOf("empty(badge)")).toEqual({ value: true });
  });

  test("an error of the question about a layer is not taken for a missing value", () => {
    const broken = () => {
      throw new TypeError("broken");
    };
    expect(() => evaluateText("default(empty(badge), true)", scope, broken)).toThrow("broken");
  });
});

describe("an expression that a checked document cannot contain", () => {
  test.each<[string, Value]>([
    ["1 +", true],
    ["unknown(1)", 0],
    ["title + 1", 1],
    ["length(sold)", 0],
    ["rows == rows", false],
    ["empty(1)", true],
  ])("%s has a value all the same", (text, value) => {
    expect(valueOf(text)).toEqual({ value });
  });
});

describe("the work of an expression", () => {
  // Each character takes 10 steps to parse, and one to look the expression up.
  const callOf = (text: string) => text.length * 10 + STEPS_PER_CALL + text.length;

  test.each<[string, string, number]>([
    ["a value", "sold", 0],
    ["a comparison of texts of one length by eight characters for each step", "title == other", 12 / 8],
    ["a comparison of texts of different lengths as one step", "title == short", 1],
    ["a comparison of numbers as one step", "sold == 30", 1],
    ["each comparison", "sold == 30 or sold == 31", 1],
    ["each comparison that is needed", "sold == 31 or sold == 30", 2],
    ["each number of a field of a list", "sum(rows.amount)", 2],
    ["each argument of a function", "max(1, 2, 3)", 3],
    ["the characters of a text that are counted", "length(title)", 12],
    ["the items of a list as nothing", "length(rows)", 0],
    ["the characters of a text that may be blank", "empty(blank)", 3],
    ["the same text that may be blank once", "empty(blank) and empty(blank)", 3],
    ["a number that is never empty as nothing", "empty(sold)", 0],
  ])("evaluating an expression counts %s", (_, text, steps) => {
    const isSpentOf = (limit: number) => {
      const work = new ExpansionWork(limit);
      evaluateText(text, { ...scope, work });
      return work.isSpent;
    };
    expect(isSpentOf(callOf(text) + steps)).toBe(false);
    expect(isSpentOf(callOf(text) + steps - 0.25)).toBe(true);
  });

  test("an expression is parsed once in an expansion", () => {
    const work = new ExpansionWork(callOf("sold") + 2 * (STEPS_PER_CALL + 4));
    for (let index = 0; index < 3; index++) evaluateText("sold", { ...scope, work });
    expect(work.isSpent).toBe(false);
    evaluateText("sold", { ...scope, work });
    expect(work.isSpent).toBe(true);
  });
});

describe("the length of an expression", () => {
  test("an expression has at most 500 characters", () => {
    expect(conditionIssue(`rounded${" ".repeat(493)}`, namesWith())).toBeUndefined();
    expect(conditionIssue(`rounded${" ".repeat(494)}`, namesWith())).toContain("at most 500 characters");
  });
});
