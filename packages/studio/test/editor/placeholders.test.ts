/** Variables in texts: completing, inserting, deleting and stepping over them. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  completeName,
  deletePlaceholder,
  insertName,
  placeholdersOf,
  stepOver,
  typedName,
} from "../../src/editor/text/placeholders.js";

/** A text whose caret is written as a bar. */
const at = (marked: string) => ({ text: marked.replace("|", ""), caret: marked.indexOf("|") });
const marked = ({ text, caret }: { readonly text: string; readonly caret: number }): string =>
  `${text.slice(0, caret)}|${text.slice(caret)}`;

test("placeholders are found with what is between their braces", () => {
  expect(placeholdersOf("Hello {{ guest }}, {{price * 2}}!")).toEqual([
    { start: 6, end: 17, expression: "guest" },
    { start: 19, end: 32, expression: "price * 2" },
  ]);
  expect(placeholdersOf("{{ open, { and }}")).toEqual([]);
});

describe("completion", () => {
  test.each([
    ["Hello {{|", ""],
    ["Hello {{ gu|", "gu"],
    ["{{ gu|est }}", "gu"],
    ["Hello {|", undefined],
    ["{{ guest }}|", undefined],
    ["{{ guest + |", undefined],
  ])("after “%s” the typed name is %j", (text, name) => {
    expect(typedName(at(text))).toBe(name);
  });

  test.each([
    ["Hello {{|", "Hello {{ guest }}|"],
    ["Hello {{gu| you", "Hello {{ guest }}| you"],
    ["{{ gu|est }}!", "{{ guest }}|!"],
    ["{{|}}", "{{ guest }}|"],
  ])("“%s” is completed to “%s”, with the caret behind the braces", (text, completed) => {
    expect(marked(completeName(at(text), "guest"))).toBe(completed);
  });

  test("an inserted name replaces what is selected", () => {
    expect(marked(insertName("Hello you!", 6, 9, "guest"))).toBe("Hello {{ guest }}|!");
  });
});

describe("like one character", () => {
  test("Backspace after the braces and Delete before them remove the placeholder, and do nothing elsewhere", () => {
    expect(deletePlaceholder(at("a{{ b }}|c"), "backward")).toEqual({ text: "ac", caret: 1 });
    expect(deletePlaceholder(at("a|{{ b }}c"), "forward")).toEqual({ text: "ac", caret: 1 });
    expect(deletePlaceholder(at("a|{{ b }}c"), "backward")).toBeUndefined();
    expect(deletePlaceholder(at("a{{ b| }}c"), "forward")).toBeUndefined();
  });

  test("the caret steps over a placeholder in both directions", () => {
    expect(stepOver(at("a{{ b }}|c"), "backward")).toBe(1);
    expect(stepOver(at("a|{{ b }}c"), "forward")).toBe(8);
    expect(stepOver(at("|a{{ b }}c"), "forward")).toBeUndefined();
  });

  test("what was inserted anywhere is deleted again without a trace", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/[{}]/.test(text)),
        fc.nat(),
        (text, place) => {
          const from = place % (text.length + 1);
          const inserted = insertName(text, from, from, "guest");
          expect(deletePlaceholder(inserted, "backward")).toEqual({ text, caret: from });
        },
      ),
      { seed: 6, numRuns: 200 },
    );
  });
});
