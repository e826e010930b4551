import { describe, expect, test } from "@jest/globals";
import { conditionIssue, typeOfText, valueIssue } from "../../src/document/expression/check-expression.js";
import { namesWith } from "./expression-support.js";

const inAttribute = (text: string) => valueIssue(text, namesWith({ isAttribute: true }));
const inCondition = (text: string) => conditionIssue(text, namesWith());

describe("the arguments of functions", () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index).join(", ");

  test.each(["min", "max", "sum", "average"])("the function %s takes from 1 to 20 numbers", (name) => {
    expect(inAttribute(`${name}(1)`)).toBeUndefined();
    expect(inAttribute(`${name}(${numbers(20)})`)).toBeUndefined();
    expect(inAttribute(`${name}(${numbers(21)})`)).toContain(`At character 1: Write ${name}(…) as in `);
  });

  test.each(["floor", "ceil", "abs"])("the function %s takes one number", (name) => {
    expect(inAttribute(`${name}(1)`)).toBeUndefined();
    expect(inAttribute(`${name}(1, 2)`)).toBe(`At character 1: Write ${name}(…) as in ${name}(number).`);
  });

  test.each([
    ["clamp(1, 2)", "Write clamp(…) as in clamp(number, least, most)"],
    ["clamp(1, 2, 3, 4)", "Write clamp(…) as in clamp(number, least, most)"],
    ["round(1, 2, 3)", "Write round(…) as in round(number, decimals)"],
    ["round(1, title)", "round(…) takes numbers; this is a text"],
    ["max(title, 1)", "max(…) takes numbers; this is a text"],
    ["default(1, 2, 3)", "default(…) takes a value and a fallback"],
    ["length(title, title)", "length(…) takes one text or list"],
    ["length(nothing)", 'There is no variable "nothing"'],
    ["count(rows, rows)", "Expected a name in count(…)"],
    ["count(nothing)", 'There is no variable "nothing"'],
    ["count(row.label)", "count(…) takes a list"],
    ["empty(title, title)", "Expected a name in empty(…)"],
    ["sum(rows.amount, 1)", "Use the fields of a list inside a group that repeats it"],
    ["floor(rows.amount)", "Use the fields of a list inside a group that repeats it"],
  ])("the call %s has an issue", (text, message) => {
    expect(inAttribute(text)).toContain(message);
  });

  test.each([
    ["clamp(1, 2, 3)", "number"],
    ["round(1)", "number"],
    ["round(1, 2)", "number"],
    ["length(title)", "number"],
    ["length(rows)", "number"],
    ["count(rows)", "number"],
    ["sum(rows.amount)", "number"],
    ["max(row.amount, 1)", "number"],
    ["default(title, 'x')", "string"],
    ["empty(rows)", "boolean"],
    ["rounded ? 'a' : title", "string"],
    ["not rounded", "boolean"],
    ["-sold", "number"],
    ["rows", "list"],
  ])("the type of %s is %s", (text, type) => {
    expect(typeOfText(text, namesWith())).toEqual({ type });
  });

  test("a list without known fields cannot be summed", () => {
    expect(valueIssue("sum(rows.amount)", namesWith({ lists: undefined }))).toContain("Use the fields of a list");
  });

  test("an item of a repeat takes precedence over a list with its name", () => {
    const names = namesWith({ items: new Map([["rows", new Map([["label", "string" as const]])]]) });
    expect(valueIssue("sum(rows.amount)", names)).toContain('"rows" has no field "amount"');
  });
});

describe("what empty(…) can name", () => {
  test.each([
    ["a layer", "empty(badge)"],
    ["a variable", "empty(title)"],
    ["a field of an item", "empty(row.label)"],
    ["a list", "empty(rows)"],
  ])("a condition can ask whether %s is empty", (_, text) => {
    expect(inCondition(text)).toBeUndefined();
  });

  test("an attribute cannot ask for a layer, but for a variable or a field with the name of a layer", () => {
    expect(inAttribute("empty(badge)")).toContain("Only visible_if can ask whether a layer is empty");
    expect(inAttribute("empty(title)")).toBeUndefined();
    expect(inAttribute("empty(row.label)")).toBeUndefined();
  });

  test.each([
    ["an item without a field", "empty(row)", 'Name a field of "row": amount, label'],
    ["an unknown field of an item", "empty(row.lable)", '"row" has no field "lable". Did you mean "label"?'],
    ["a field of a variable", "empty(title.size)", 'The variable "title" has no field "size"'],
    ["a field of a layer", "empty(badge.text)", 'There is no variable or named layer "badge".'],
    ["a misspelled layer", "empty(badg)", 'There is no variable or named layer "badg". Did you mean "badge"?'],
  ])("%s has an issue", (_, text, message) => {
    expect(inCondition(text)).toContain(message);
  });

  test("a field of an unknown name gets no layer as its hint", () => {
    expect(inCondition("empty(badg.text)")).toBe('At character 1: There is no variable or named layer "badg".');
  });
});

describe("comparisons", () => {
  test.each([
    ['state == "open"', undefined],
    ["state != title", undefined],
    ["title == state", undefined],
    ["title == 'opne'", undefined],
    ["sold == 3", undefined],
    ["state == 'opne'", 'At character 10: "opne" is not a choice of "state". Did you mean "open"?'],
    ["'opne' == state", 'At character 1: "opne" is not a choice of "state". Did you mean "open"?'],
    ["state == 'elsewhere'", 'At character 10: "elsewhere" is not a choice of "state". It is "open" or "closed".'],
    ["row.label == 'nwe'", 'At character 14: "nwe" is not a choice of "row.label". Did you mean "new"?'],
    ["row.label == 'used'", undefined],
  ])("the issue of %j names the choices of the variable: %j", (text, issue) => {
    expect(inCondition(text)).toBe(issue);
  });

  test.each(["<", "<=", ">", ">="])("the operator %s compares numbers only", (operator) => {
    expect(inCondition(`sold ${operator} 1`)).toBeUndefined();
    expect(inCondition(`title ${operator} 'a'`)).toBe(`At character 7: "${operator}" compares numbers only.`);
    expect(inCondition(`rounded ${operator} true`)).toContain("compares numbers only");
  });

  test.each(["==", "!="])("the operator %s compares values of one type, but no lists", (operator) => {
    for (const both of ["1", "'a'", "true"]) expect(inCondition(`${both} ${operator} ${both}`)).toBeUndefined();
    expect(inCondition(`rows ${operator} rows`)).toContain("Lists can't be compared");
    expect(inCondition(`rounded ${operator} 1`)).toContain("True or false can't be compared with a number");
  });

  test("the issue of either side of a comparison is reported", () => {
    expect(inCondition("nothing == 1")).toMatch(/^At character 1: There is no variable/);
    expect(inCondition("1 == nothing")).toMatch(/^At character 6: There is no variable/);
  });
});

describe("conditions and values", () => {
  test.each([
    ["sold", 'This is a number, not a condition. Compare it, as in "count > 0"'],
    ["title", 'This is a text, not a condition. Use "not empty(…)" or compare it'],
    ["rows", 'This is a list, not a condition. Use "not empty(…)" or compare it'],
    ["not sold", "At character 5: This is a number, not a condition. Compare it"],
    ["title and rounded", "At character 1: This is a text, not a condition"],
    ["rounded or title", "At character 12: This is a text, not a condition"],
    ["rounded and nothing", "At character 13: There is no variable"],
  ])("the issue of the condition %s says what to write instead", (text, message) => {
    expect(inCondition(text)).toContain(message);
  });

  test.each(["+", "-", "*", "/", "%"])("both sides of %s are numbers", (operator) => {
    expect(inAttribute(`sold ${operator} 2`)).toBeUndefined();
    expect(inAttribute(`title ${operator} 2`)).toBe(`At character 1: "${operator}" takes numbers; this is a text.`);
    expect(inAttribute(`2 ${operator} title`)).toBe(`At character 5: "${operator}" takes numbers; this is a text.`);
  });

  test("an attribute of any type takes no list, and one of a known type takes only that", () => {
    expect(valueIssue("rows", namesWith())).toContain("An attribute cannot be a list");
    expect(valueIssue("rows", namesWith(), "string")).toContain("An attribute cannot be a list");
    expect(valueIssue("title", namesWith())).toBeUndefined();
    expect(valueIssue("title", namesWith(), "string")).toBeUndefined();
    expect(valueIssue("title", namesWith(), "boolean")).toContain("The attribute takes true or false");
    expect(valueIssue("nothing", namesWith(), "number")).toContain("There is no variable");
  });
});
