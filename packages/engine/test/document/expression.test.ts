import { describe, expect, test } from "@jest/globals";
import { Hints } from "../../src/suggestions/suggest.js";
import { conditionIssue } from "../../src/document/expression/check-expression.js";
import { evaluateText } from "../../src/document/expression/evaluate-expression.js";
import type { Scope } from "../../src/document/scope/scope.js";
import type { Names } from "../../src/document/attributes/values.js";
import fc from "../../../../test/support/fast-check.js";

const names: Names = {
  variables: new Map([
    ["title", "string"],
    ["count", "number"],
    ["sold_out", "boolean"],
    ["items", "list"],
  ]),
  items: new Map([["item", new Map([["price", "number"]])]]),
  layers: new Set(["badge"]),
  get hints() {
    return new Hints();
  },
};

const scope: Scope = {
  variables: new Map<string, string | number | boolean | ReadonlyMap<string, number>[]>([
    ["title", "Hello"],
    ["count", 4],
    ["sold_out", false],
    ["items", [new Map([["price", 1]]), new Map([["price", 2]])]],
  ]),
  items: new Map([["item", new Map([["price", 9.5]])]]),
  locale: "en",
  timeZone: "UTC",
};

const evaluated = (text: string) => evaluateText(text, scope, (name) => (name === "badge" ? true : undefined));
const valueOf = (text: string) => {
  const result = evaluated(text);
  return "value" in result ? result.value : result.failure;
};
const holds = (text: string) => valueOf(text) === true;

describe("a condition", () => {
  test.each([
    ['title != "" and count > 3', true],
    ['title == "Hello"', true],
    ["title == 'it\\'s'", false],
    ["count >= 4 and count <= 4", true],
    ["count > 4 or count < -1.5", false],
    ["not sold_out", true],
    ["not not sold_out", false],
    ["sold_out or not sold_out and count == 4", true],
    ["(sold_out or true) and count == 5", false],
    ["not (count == 4 and title == 'Hello')", false],
    ["item.price > 9", true],
    ["count(items) == 2", true],
    ["empty(badge)", true],
    ["not empty(badge)", false],
    ["empty(title)", false],
    ["empty(items) or empty(item.price)", false],
    ["true == false", false],
  ])("the condition %s is %s", (text, expected) => {
    expect(conditionIssue(text, names)).toBeUndefined();
    expect(holds(text)).toBe(expected);
  });

  test.each([
    ["", 1, "Expected a value but found the end."],
    ["titel == 'x'", 1, 'Did you mean "title"?'],
    ["count > ", 9, "Expected a value"],
    ["count = 3", 7, 'Write "=="'],
    ["count && 3", 7, 'Write "and"'],
    ["!sold_out", 1, 'Write "not"'],
    ["count", 1, "This is a number, not a condition"],
    ["not title", 5, "This is a text, not a condition"],
    ["count == 'four'", 7, "A number can't be compared with a text"],
    ["title > 'a'", 7, "compares numbers only"],
    ["items == items", 7, "Lists can't be compared"],
    ["1 < count < 3", 11, "cannot be chained"],
    ["(count > 1", 11, 'Expected ")"'],
    ["count > 1)", 10, 'Expected an operator such as "and"'],
    ["empty(bagde)", 1, 'Did you mean "badge"?'],
    ["empty('x')", 7, "Expected a name in empty(…)"],
    ["size(items) > 1", 1, 'no function "size"'],
    ["count(title) > 1", 1, "takes a list"],
    ["item.prise > 1", 1, 'Did you mean "price"?'],
    ["item > 1", 1, "Name a field"],
    ["title == 'open", 10, "no closing quote"],
    [`count == ${"9".repeat(400)}`, 10, "too large"],
    ["x".repeat(501), 501, "at most 500 characters"],
  ])("the issue of condition %j is reported at character %d", (text, at, message) => {
    const issue = conditionIssue(text, names);
    expect(issue).toContain(`At character ${at}: `);
    expect(issue).toContain(message);
  });

  test("checking and evaluating any text as a condition does not throw", () => {
    const words = fc.constantFrom(
      "(",
      ")",
      "and",
      "or",
      "not",
      "==",
      "<",
      "title",
      "count",
      "item",
      ".",
      "'",
      '"',
      "empty",
      "1",
      " ",
      "-",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words, { maxLength: 40 }).map((list) => list.join(" ")),
        ),
        (text) => {
          expect(typeof (conditionIssue(text, names) ?? "")).toBe("string");
          expect(typeof holds(text)).toBe("boolean");
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a condition with hundreds of nested brackets is accepted", () => {
    expect(conditionIssue(`${"(".repeat(245)}sold_out${")".repeat(245)}`, names)).toBeUndefined();
  });
});
