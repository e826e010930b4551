import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Names, ScalarType, ValueType } from "../../src/document/attributes/values.js";
import { conditionIssue, valueIssue } from "../../src/document/expression/check-expression.js";
import { evaluateText } from "../../src/document/expression/evaluate-expression.js";
import { ExpansionWork, MAX_EXPANSION_STEPS } from "../../src/document/scope/expansion-work.js";
import type { Scope } from "../../src/document/scope/scope.js";
import { Hints } from "../../src/suggestions/suggest.js";

const rowFields = new Map<string, ScalarType>([
  ["amount", "number"],
  ["label", "string"],
]);
const names: Names = {
  variables: new Map<string, ValueType>([
    ["sold", "number"],
    ["total", "number"],
    ["zero", "number"],
    ["title", "string"],
    ["blank", "string"],
    ["rounded", "boolean"],
    ["rows", "list"],
    ["none", "list"],
  ]),
  items: new Map([["row", rowFields]]),
  lists: new Map([
    ["rows", rowFields],
    ["none", rowFields],
  ]),
  layers: new Set(["badge"]),
  isAttribute: true,
  get hints() {
    return new Hints();
  },
};

const rows = [3, 10, 5].map((amount) => new Map<string, string | number>([["amount", amount]]));
const scope: Scope = {
  variables: new Map<string, string | number | boolean | typeof rows>([
    ["sold", 30],
    ["total", 120],
    ["zero", 0],
    ["title", "Grüße 👋"],
    ["blank", "  "],
    ["rounded", true],
    ["rows", rows],
    ["none", []],
  ]),
  items: new Map([["row", new Map<string, string | number>([["amount", 7]])]]),
  copy: { index: 2, count: 5 },
  locale: "en",
  timeZone: "UTC",
};

describe("the value of an expression", () => {
  test.each<[string, string | number | boolean]>([
    ["sold / total * 400", 100],
    ["2 + 3 * 4 - 1", 13],
    ["(2 + 3) * 4", 20],
    ["20 - 5 - 5", 10],
    ["24 / 4 / 2", 3],
    ["2 * 7 % 4", 2],
    ["1 + 7 % 4", 4],
    ["-1 % 3", 2],
    ["7 % -3", -2],
    ["7.5 % 2", 1.5],
    ["-2 * -3", 6],
    ["- - 2", 2],
    ["3 - -2", 5],
    ["-sold + 40", 10],
    ["1 + 2 > 2 and 3 * 2 == 6", true],
    ["not 1 + 1 == 3", true],
    ["not rounded or rounded", true],
    ["1 > 2 and 1 / 0 > 1", false],
    ["rounded ? 24 : 0", 24],
    ["not rounded ? 24 : 0", 0],
    ["sold > 100 ? 1 : sold > 20 ? 2 : 3", 2],
    ["sold > 20 ? total > 200 ? 1 : 2 : 3", 2],
    ["1 + (rounded ? 1 : 2) * 2", 3],
    ["rounded ? 1 + 1 : 5 / zero", 2],
    ["title == 'Hi' ? '#f00' : '#0f0'", "#0f0"],
    ["min(3, 1, 2)", 1],
    ["max(3, sold, 2)", 30],
    ["min(sold)", 30],
    ["sum(1, 2, 3.5)", 6.5],
    ["average(2, 4)", 3],
    ["min(rows.amount)", 3],
    ["max(rows.amount)", 10],
    ["sum(rows.amount)", 18],
    ["average(rows.amount)", 6],
    ["sum(none.amount)", 0],
    ["row.amount / max(rows.amount)", 0.7],
    ["round(2.5)", 3],
    ["round(-2.5)", -3],
    ["round(1.005, 2)", 1.01],
    ["round(1234.5678, 1)", 1234.6],
    ["floor(-1.5)", -2],
    ["ceil(-1.5)", -1],
    ["abs(-4)", 4],
    ["clamp(12, 0, 10)", 10],
    ["clamp(-1, 0, 10)", 0],
    ["clamp(5, 0, 10)", 5],
    ["length(title)", 7],
    ["length(rows)", 3],
    ["count(rows) + count", 8],
    ["empty(blank)", true],
    ["empty(none) and not empty(rows)", true],
    ["default(blank, title)", "Grüße 👋"],
    ["default(title, 'x')", "Grüße 👋"],
    ["default(sold / zero, 7)", 7],
    ["default(max(none.amount), 1)", 1],
    ["default(default(1 / zero, 2 / zero), 3)", 3],
    ["index * 36", 72],
    ["index == count - 1", false],
  ])("the value of %s is %p", (text, expected) => {
    expect(valueIssue(text, names)).toBeUndefined();
    expect(evaluateText(text, scope)).toEqual({ value: expected });
  });

  test.each([
    ["sold / zero", "It divides by 0."],
    ["zero / zero", "It divides by 0."],
    ["sold % zero", "It divides by 0."],
    ["1 / (sold - 30)", "It divides by 0."],
    [`${"9".repeat(200)} * ${"9".repeat(200)}`, "The result is too large."],
    ["max(none.amount)", "The list has no items."],
    ["average(none.amount)", "The list has no items."],
    ["default(1 / zero, 2 / zero)", "It divides by 0."],
  ])("the expression %s has no value, and says why", (text, failure) => {
    expect(valueIssue(text, names)).toBeUndefined();
    expect(evaluateText(text, scope)).toEqual({ failure });
  });

  test("a variable takes precedence over the built-in name, and a copy has its own index", () => {
    const own: Scope = { ...scope, variables: new Map([["index", 40]]) };
    expect(evaluateText("index + count", own)).toEqual({ value: 45 });
    expect(evaluateText("index", { ...scope, copy: { index: 0, count: 1 } })).toEqual({ value: 0 });
  });
});

describe("the check of an expression", () => {
  test.each([
    ["sold +", 7, "Expected a value but found the end"],
    ["sold / totl", 8, 'Did you mean "total"?'],
    ["sold + title", 8, '"+" takes numbers; this is a text'],
    ["-title", 2, '"-" takes numbers; this is a text'],
    ["rounded ? 1 : 'a'", 9, 'One side of ":" is a number, the other is a text'],
    ["rounded ? 1", 12, 'Expected ":" but found the end'],
    ["sold ? 1 : 2", 1, "This is a number, not a condition"],
    ["rows", 1, "An attribute cannot be a list"],
    ["rows.amount", 1, "Use the fields of a list inside a group that repeats it"],
    ["sum(rows)", 5, 'Name a field of "rows": amount, label'],
    ["sum(rows.label)", 5, 'The field "label" is a text, not a number'],
    ["sum(rows.amout)", 5, 'Did you mean "amount"?'],
    ["row", 1, "Name a field"],
    ["maximum(1, 2)", 1, 'There is no function "maximum"'],
    ["flor(1)", 1, 'Did you mean "floor"?'],
    ["clamp(1, 2)", 1, "Write clamp(…) as in clamp(number, least, most)"],
    ["round(1, 2, 3)", 1, "as in round(number, decimals)"],
    ["default(1)", 1, "takes a value and a fallback"],
    ["default(sold, 'x')", 1, "The value is a number, its fallback is a text"],
    ["length(sold)", 8, "takes a text or a list"],
    ["empty(badge)", 1, "Only visible_if can ask whether a layer is empty"],
    ["1 < 2 < 3", 7, "cannot be chained"],
    ["sold ** 2", 7, "Expected a value"],
    ["sold ^ 2", 6, '"^" has no meaning here'],
    ["rounded || rounded", 9, 'Write "or"'],
    ["max()", 5, "Expected a value"],
    ["x".repeat(501), 501, "at most 500 characters"],
  ])("the issue of %j is reported at character %d", (text, at, message) => {
    const issue = valueIssue(text, names);
    expect(issue).toContain(`At character ${at}: `);
    expect(issue).toContain(message);
  });

  test("an expression of the wrong type for its attribute is refused", () => {
    expect(valueIssue("title", names, "number")).toBe("At character 1: This is a text. The attribute takes a number.");
    expect(valueIssue("rounded", names, "string")).toContain("This is true or false. The attribute takes a text");
    expect(valueIssue("sold", names, "number")).toBeUndefined();
  });

  test("built-in names exist only inside a repeat", () => {
    const outside = { ...names, items: new Map() };
    expect(valueIssue("index", outside)).toContain('There is no variable "index"');
    expect(conditionIssue("index > 0", outside)).toContain('There is no variable "index"');
    expect(conditionIssue("index > 0 and count < 9", names)).toBeUndefined();
  });
});

/** Random expressions of one type, most of them valid. Each has at most 500 characters, or is refused by its length. */
const { number: numbers } = fc.letrec<{ number: string; condition: string }>((tie) => ({
  number: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("sold", "total", "zero", "row.amount", "index", "count", "1", "0", "2.5", "max(rows.amount)"),
    fc.constantFrom("sum(none.amount)", "min(none.amount)", "length(title)", "1000000000000000"),
    fc
      .tuple(tie("number"), fc.constantFrom("+", "-", "*", "/", "%"), tie("number"))
      .map(([left, by, right]) => `(${left} ${by} ${right})`),
    tie("number").map((of) => `-${of}`),
    tie("number").map((of) => `round(${of}, 2)`),
    fc.tuple(tie("number"), tie("number")).map(([value, fallback]) => `default(${value}, ${fallback})`),
    fc.tuple(tie("number"), tie("number"), tie("number")).map((three) => `clamp(${three.join(", ")})`),
    fc.tuple(tie("condition"), tie("number"), tie("number")).map(([of, yes, no]) => `(${of} ? ${yes} : ${no})`),
  ),
  condition: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("rounded", "empty(blank)", "true", "title == 'x'"),
    fc
      .tuple(tie("number"), fc.constantFrom("<", "<=", "==", "!=", ">"), tie("number"))
      .map(([left, by, right]) => `${left} ${by} ${right}`),
    tie("condition").map((of) => `not (${of})`),
    fc
      .tuple(tie("condition"), fc.constantFrom("and", "or"), tie("condition"))
      .map(([left, by, right]) => `((${left}) ${by} (${right}))`),
  ),
}));

describe("random expressions", () => {
  test("a random expression gives a finite number or a reason, and its work follows from its length", () => {
    fc.assert(
      fc.property(numbers, (text) => {
        if (text.length > 500) return;
        expect(valueIssue(text, names, "number")).toBeUndefined();
        const work = new ExpansionWork(30 + 200 * text.length);
        const result = evaluateText(text, { ...scope, work });
        expect("failure" in result ? typeof result.failure : Number.isFinite(result.value)).not.toBe(false);
        expect(work.isSpent).toBe(false);
      }),
      { seed: 24, numRuns: 400 },
    );
  });

  test("checking and evaluating any words as an expression does not throw", () => {
    const words = fc.constantFrom(..."( ) ? : , . % * / + - < == and or not sold rows amount row title".split(" "));
    const more = fc.constantFrom("max", "sum", "round", "default", "length", "clamp", "empty", "1", "0", "'a'", '"');
    const texts = fc.array(fc.oneof(words, more), { maxLength: 30 }).map((list) => list.join(" "));
    fc.assert(
      fc.property(fc.oneof(fc.string(), texts), (text) => {
        expect(typeof (valueIssue(text, names) ?? "")).toBe("string");
        const result = evaluateText(text, { ...scope, work: new ExpansionWork(MAX_EXPANSION_STEPS) });
        expect("value" in result || typeof result.failure === "string").toBe(true);
      }),
      { seed: 24, numRuns: 600 },
    );
  });
});
