import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { formatPath } from "../../../core/contract/issues.js";
import { positionAt, positionOf } from "../../../cli/json/position.js";
import { scanJson } from "../../../cli/json/scan-json.js";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function faultOf(text: string): string {
  const scanned = scanJson(text);
  if (!("fault" in scanned)) throw new Error("No fault was found.");
  const { line, column } = positionAt(text, scanned.fault.offset);
  return `${line}:${column} ${scanned.fault.message}`;
}

function placesOf(text: string) {
  const scanned = scanJson(text);
  if (!("places" in scanned)) throw new Error(scanned.fault.message);
  return scanned.places;
}

/** Every path of a value, the value's own first. */
function pathsOf(value: unknown, path: readonly PropertyKey[] = []): string[] {
  const children = Array.isArray(value)
    ? value.flatMap((item, index) => pathsOf(item, [...path, index]))
    : Object.entries(Object(value === null || typeof value !== "object" ? {} : value) as object).flatMap(
        ([key, item]) => pathsOf(item, [...path, key]),
      );
  return [formatPath(path), ...children];
}

describe("what is JSON", () => {
  test("is what JSON.parse takes for it, however it is spaced", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 4 }), (value, indent) => {
        expect(scanJson(JSON.stringify(value, null, indent))).toHaveProperty("places");
      }),
    );
  });

  test("is nothing that JSON.parse refuses, and all that it takes, after any small damage", () => {
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
  ])("is not %j", (text) => {
    expect(isJson(text)).toBe(false);
    expect(scanJson(text)).toHaveProperty("fault");
  });
});

describe("places", () => {
  test("are known for every path that a fault can name", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(new Set(placesOf(JSON.stringify(value)).keys())).toEqual(new Set(pathsOf(value)));
      }),
    );
  });

  test("are where the key of a member and the value of an item stand", () => {
    const text = '{\n  "layers": [\n    { "id": "a" },\r\n    { "id": "b", "font_size": 9 }\n  ]\n}';
    const places = placesOf(text);
    expect(positionOf(text, places, "layers")).toEqual({ line: 2, column: 3 });
    expect(positionOf(text, places, "layers[0]")).toEqual({ line: 3, column: 5 });
    expect(positionOf(text, places, "layers[1].font_size")).toEqual({ line: 4, column: 18 });
  });

  test("of what is missing are those of the nearest part around it", () => {
    const text = '{\n  "layers": [\n    { "id": "a" }\n  ]\n}';
    const places = placesOf(text);
    expect(positionOf(text, places, "layers[0].width")).toEqual({ line: 3, column: 5 });
    expect(positionOf(text, places, "layers[7].name")).toEqual({ line: 2, column: 3 });
    expect(positionOf(text, places, "height")).toEqual({ line: 1, column: 1 });
  });

  test("keep names apart that are spelt with dots and escapes", () => {
    const text = '{ "layers": { "my.title": { "te\\u0078t": 1 } } }';
    expect(positionOf(text, placesOf(text), "layers.my.title.text")).toEqual({ line: 1, column: 29 });
  });
});

describe("faults of the syntax", () => {
  test.each([
    ['{ "a": 1, }', "1:9 There must be no comma before }."],
    ["[1,\n2\n3]", "3:1 A comma or ] is expected here."],
    ['{ "a" 1 }', "1:7 A colon is expected here."],
    ["{ a: 1 }", "1:3 The name of an attribute in double quotes is expected here."],
    ["{ 'a': 1 }", "1:3 Texts and names stand in double quotes."],
    ["{ // note\n}", "1:3 JSON has no comments."],
    ['{ "a": "b', "1:8 This text has no closing quotation mark."],
    ['{ "a": "b\nc" }', "1:10 A text must not run over the end of its line; write \\n for a line break."],
    ['["\\d"]', "1:3 JSON has no such escape."],
    ['{ "a": 1', "1:9 The document ends too early: a comma or } is missing."],
    ["{} {}", "1:4 The document ends here; nothing may follow."],
    ["[undefined]", "1:2 A value is expected here."],
  ])("of %j are told with their place and their cure", (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  test("include a nesting that would exhaust the stack", () => {
    expect(faultOf("[".repeat(100_000))).toBe("1:201 Values are nested more than 200 deep.");
  });
});
