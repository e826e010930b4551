import { describe, expect, test } from "@jest/globals";
import { formatPath } from "@image-render/engine/issues";
import { positionAt, positionOf } from "../../../cli/json/position.js";
import { scanJson } from "../../../cli/json/scan-json.js";
import fc from "../../support/fast-check.js";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function issueOf(text: string): string {
  const scanned = scanJson(text);
  if (!("issue" in scanned)) throw new Error("No issue was found.");
  const { line, column } = positionAt(text, scanned.issue.offset);
  return `${line}:${column} ${scanned.issue.message}`;
}

function placesOf(text: string) {
  const scanned = scanJson(text);
  if (!("places" in scanned)) throw new Error(scanned.issue.message);
  return scanned.places;
}

/** Every path of a value. The path of the value itself comes first. */
function pathsOf(value: unknown, path: readonly PropertyKey[] = []): string[] {
  const children = Array.isArray(value)
    ? value.flatMap((item, index) => pathsOf(item, [...path, index]))
    : Object.entries(Object(value === null || typeof value !== "object" ? {} : value) as object).flatMap(
        ([key, item]) => pathsOf(item, [...path, key]),
      );
  return [formatPath(path), ...children];
}

describe("scanJson: accepted texts", () => {
  test("accepts every JSON text, with any white space", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 4 }), (value, indent) => {
        expect(scanJson(JSON.stringify(value, null, indent))).toHaveProperty("places");
      }),
    );
  });

  test("accepts a damaged text if and only if JSON.parse accepts it", () => {
    const damage = fc.constantFrom(
      "",
      ",",
      "}",
      "]",
      "{",
      "[",
      '"',
      ":",
      "\\",
      "0",
      "-",
      ".",
      "e",
      "\n",
      "\t",
      "\u00a0",
      "tru",
    );
    fc.assert(
      fc.property(fc.jsonValue(), damage, fc.nat(), fc.nat({ max: 2 }), (value, inserted, at, removed) => {
        const text = JSON.stringify(value, null, 1);
        const place = at % (text.length + 1);
        const damaged = text.slice(0, place) + inserted + text.slice(place + removed);
        expect("places" in scanJson(damaged)).toBe(isJson(damaged));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    "01",
    "1.",
    ".5",
    "+1",
    "1e",
    "NaN",
    "nul",
    "truefalse",
    '"\\x"',
    '"\\u12"',
    '"a\tb"',
    "",
    " ",
    "[1 2]",
    "{}{}",
  ])("rejects %j, which is not JSON", (text) => {
    expect(isJson(text)).toBe(false);
    expect(scanJson(text)).toHaveProperty("issue");
  });
});

describe("scanJson: places", () => {
  test("finds the place of every path of a document", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(new Set(placesOf(JSON.stringify(value)).keys())).toEqual(new Set(pathsOf(value)));
      }),
    );
  });

  test("the place of a member is its key, and the place of an item is its value", () => {
    const text = '{\n  "layers": [\n    { "id": "a" },\r\n    { "id": "b", "font_size": 9 }\n  ]\n}';
    const places = placesOf(text);
    expect(positionOf(text, places, "layers")).toEqual({ line: 2, column: 3 });
    expect(positionOf(text, places, "layers[0]")).toEqual({ line: 3, column: 5 });
    expect(positionOf(text, places, "layers[1].font_size")).toEqual({ line: 4, column: 18 });
  });

  test("the position of a missing path is the position of its nearest parent", () => {
    const text = '{\n  "layers": [\n    { "id": "a" }\n  ]\n}';
    const places = placesOf(text);
    expect(positionOf(text, places, "layers[0].width")).toEqual({ line: 3, column: 5 });
    expect(positionOf(text, places, "layers[7].name")).toEqual({ line: 2, column: 3 });
    expect(positionOf(text, places, "height")).toEqual({ line: 1, column: 1 });
  });

  test("finds a path whose key contains a dot or an escape sequence", () => {
    const text = '{ "layers": { "my.title": { "te\\u0078t": 1 } } }';
    expect(positionOf(text, placesOf(text), "layers.my.title.text")).toEqual({ line: 1, column: 29 });
  });
});

describe("scanJson: syntax errors", () => {
  test.each([
    ['{ "a": 1, }', "1:9 Remove the comma before }."],
    ["[1,\n]", "1:3 Remove the comma before ]."],
    ["[1,\n2\n3]", "3:1 A comma or ] is expected here."],
    ['{ "a": 1\n"b": 2 }', "2:1 A comma or } is expected here."],
    ['{ "a": [1, 2}', "1:13 A comma or ] is expected here."],
    ['{ "a" 1 }', "1:7 A colon is expected here."],
    ['{ "a": }', "1:8 A value is expected here."],
    ["{ 1: 1 }", "1:3 A name in double quotes is expected here."],
    ["{ a: 1 }", '1:3 "a" is not JSON. Texts and names need double quotes.'],
    ["{ 'a': 1 }", `1:3 "'a'" is not JSON. Texts and names need double quotes.`],
    ["{ // note\n}", "1:3 JSON has no comments. Remove this one."],
    ["[1] /* note", "1:5 JSON has no comments. Remove this one."],
    ['{ "a": "b', "1:8 This text has no closing quotation mark."],
    ['{ "a": "b\nc" }', "1:10 A text cannot contain a line break. Write \\n instead."],
    ['["a\tb"]', "1:4 A text cannot contain a control character. Write \\t for a tab, or \\u and four digits."],
    ['["\\n\\d"]', "1:5 This is not an escape sequence of JSON. For a backslash, write \\\\."],
    ['["\\u12"]', "1:3 This is not an escape sequence of JSON. For a backslash, write \\\\."],
    ['{ "a": 1', "1:9 The document ends too early: a comma or } is missing."],
    ["[1, 2\n", "2:1 The document ends too early: a comma or ] is missing."],
    ['{ "a"', "1:6 The document ends too early: a colon is missing."],
    ["[1,", "1:4 The document ends too early: a value is missing."],
    ['{ "a": 1,', "1:10 The document ends too early: a name in double quotes is missing."],
    ["", "1:1 The document ends too early: a value is missing."],
    ["{} {}", "1:4 The document is complete before this. Nothing can follow it."],
    ["[1.]", "1:2 This is not a complete number."],
    ["[undefined]", '1:2 "undefined" is not JSON. Texts and names need double quotes.'],
  ])("describes the syntax error in %j with its place", (text, issue) => {
    expect(issueOf(text)).toBe(issue);
  });

  test("rejects nesting that is too deep for the stack", () => {
    expect(issueOf("[".repeat(100_000))).toBe("1:201 Values are nested more than 200 levels deep.");
  });
});
