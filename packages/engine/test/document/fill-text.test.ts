import { describe, expect, test } from "@jest/globals";
import { ExpansionWork, STEPS_PER_CALL } from "../../src/document/scope/expansion-work.js";
import type { Scope } from "../../src/document/scope/scope.js";
import type { Value } from "../../src/document/attributes/values.js";
import { failedExpression, fillText, placeholderRanges } from "../../src/document/text-template/fill-text.js";

const scope: Scope = {
  variables: new Map<string, Value>([
    ["x", "12"],
    ["none", ""],
    ["z", "345"],
    ["zero", 0],
    ["ok", true],
    ["word", "abcdefghij"],
    ["rows", [new Map([["name", "Tea"]]), new Map([["name", "Milk"]])]],
  ]),
  items: new Map(),
  locale: "en",
  timeZone: "UTC",
  hasExpressions: true,
};

describe("the ranges of placeholders", () => {
  test.each<[string, string, readonly (readonly [from: number, to: number, start: number, end: number])[]]>([
    ["a text without placeholders", "plain {x}", []],
    ["one placeholder", "{{x}}", [[0, 5, 0, 2]]],
    ["a placeholder before a text", "{{x}} !", [[0, 5, 0, 2]]],
    ["a placeholder behind a text", "a {{x}}", [[2, 7, 2, 4]]],
    [
      "placeholders beside each other, one of them empty",
      "a{{x}}b{{none}}{{z}}",
      [
        [1, 6, 1, 3],
        [7, 15, 4, 4],
        [15, 20, 4, 7],
      ],
    ],
    [
      "placeholders with texts between and after them",
      "{{z}}, {{x}}; {{z}}.",
      [
        [0, 5, 0, 3],
        [7, 12, 5, 7],
        [14, 19, 9, 12],
      ],
    ],
  ])("the ranges of %s begin and end at its braces and its value", (_, text, expected) => {
    const ranges = placeholderRanges(text, scope);
    expect(ranges.map(({ from, to, start, end }) => [from, to, start, end])).toEqual(expected);
    const filled = fillText(text, scope);
    expect(ranges.map(({ start, end }) => filled.slice(start, end))).toEqual(
      ranges.map(({ from, to }) => fillText(text.slice(from, to), scope)),
    );
  });

  test("the range of a value has the length of the encoded value", () => {
    expect(placeholderRanges("{{x}}-", scope, (value) => value + value)).toEqual([
      { from: 0, to: 5, start: 0, end: 4 },
    ]);
  });

  test("an expression has a range only in a text that can compute", () => {
    expect(placeholderRanges("={{20 * 5}}", scope, undefined, true)).toEqual([{ from: 1, to: 11, start: 1, end: 4 }]);
    expect(placeholderRanges("={{20 * 5}}", scope)).toEqual([]);
    const edition1 = { ...scope, hasExpressions: false };
    expect(placeholderRanges("={{20 * 5}}", edition1, undefined, true)).toEqual([]);
  });
});

describe("a computed number in a text", () => {
  test.each([
    ["{{1 / 3}}", "0.333333333333333"],
    ["{{200000 / 3}}", "66666.6666666667"],
    ["{{0.1 + 0.2}}", "0.3"],
    ["{{123456789012345 + 0}}", "123456789012345"],
  ])("%s becomes %s, with 15 digits", (text, expected) => {
    expect(fillText(text, scope, undefined, { computes: true })).toBe(expected);
  });
});

describe("the first expression that has no value", () => {
  test("the first of two expressions is found with its reason", () => {
    expect(failedExpression("{{zero}} {{1 + 1}} {{2 / zero}} {{3 / zero}}", scope)).toEqual({
      text: "2 / zero",
      reason: "It divides by 0.",
    });
  });

  test("a text whose expressions all have values has none", () => {
    expect(failedExpression("{{x}} {{1 + 1}}", scope)).toBeUndefined();
  });
});

describe("the work of filling a text", () => {
  const call = STEPS_PER_CALL;
  test.each<[string, string, number]>([
    ["each of its characters once", "abcdef", 6 + (call + 6)],
    ["each part and each inserted character", "a{{word}}", 9 + (call + 1) + (call + 10)],
    ["what a filter reads and returns", "{{word | upper}}", 16 + (call + 10 + 10) + (call + 10)],
    ["a truth value as one character", "{{ok | upper}}", 14 + (call + 1 + 4) + (call + 4)],
    ["each item that is joined", "{{rows | join: name}}", 21 + (call + 2 + 9) + (call + 9)],
    [
      // Reading a character of an expression takes 10 steps, by the comment of the evaluation.
      "an expression when it is found and when it is evaluated",
      "{{1 + 2}}",
      9 + 5 * 10 + (5 * 10 + call + 5) + (call + 1),
    ],
    // Finding a character's end takes 200 ns, which is 20 steps of 10 ns. The value has 10 characters, the result 4.
    ["the ends of the characters up to a cut", "{{word | truncate: 3}}", 22 + (call + 10 + 4 + 3 * 20) + (call + 4)],
    ["no more ends than the text has", "{{word | truncate: 900}}", 24 + (call + 10 + 10 + 10 * 20) + (call + 10)],
  ])("filling a text counts %s", (_, text, steps) => {
    const isSpentOf = (work: ExpansionWork) => {
      fillText(text, { ...scope, work }, undefined, { computes: true });
      return work.isSpent;
    };
    expect(isSpentOf(new ExpansionWork(steps))).toBe(false);
    expect(isSpentOf(new ExpansionWork(steps - 1))).toBe(true);
  });

  test("a text is parsed once, and a value in a placeholder is filtered once", () => {
    // Parsing takes 16 steps, the filter 50, and each of the two results 40.
    const work = new ExpansionWork(16 + (call + 20) + 2 * (call + 10));
    const filled = ["{{word | upper}}", "{{word | upper}}"].map((text) => fillText(text, { ...scope, work }));
    expect(filled).toEqual(["ABCDEFGHIJ", "ABCDEFGHIJ"]);
    expect(work.isSpent).toBe(false);
  });

  test("nothing more is inserted after the work is spent", () => {
    expect(fillText("{{x}}{{z}}", { ...scope, work: new ExpansionWork(10) })).toBe("");
  });
});
