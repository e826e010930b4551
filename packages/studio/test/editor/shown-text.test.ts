/** Offsets in a text with placeholders, and in the text that the picture shows. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { placeholdersNow, toShown, toTemplate, wholePlaceholders } from "../../src/editor/text/shown-text.js";

/** “Hi {{ who }}, {{ n }}!” that shows “Hi Ada Lovelace, 7!”. */
const TEXT = "Hi {{ who }}, {{ n }}!";
const KNOWN = {
  text: TEXT,
  placeholders: [
    { from: 3, to: 12, start: 3, end: 15 },
    { from: 14, to: 21, start: 17, end: 18 },
  ],
};

describe("an offset", () => {
  test.each([
    [0, 0],
    [3, 3],
    [12, 15],
    [13, 16],
    [14, 17],
    [21, 18],
    [22, 19],
  ])("%i of the template is %i of the picture, and back", (template, shown) => {
    expect(toShown(KNOWN.placeholders, template)).toBe(shown);
    expect(toTemplate(KNOWN.placeholders, shown)).toBe(template);
  });

  test("an offset in braces leads to the end of their value, and one in a value to the nearer edge of braces", () => {
    expect(toShown(KNOWN.placeholders, 7)).toBe(15);
    expect(toTemplate(KNOWN.placeholders, 5)).toBe(3);
    expect(toTemplate(KNOWN.placeholders, 13)).toBe(12);
  });

  test("a selection has whole placeholders, and a caret is at an edge of them", () => {
    expect(wholePlaceholders(KNOWN.placeholders, 1, 5)).toEqual([1, 12]);
    expect(wholePlaceholders(KNOWN.placeholders, 9, 16)).toEqual([3, 21]);
    expect(wholePlaceholders(KNOWN.placeholders, 5, 5)).toEqual([3, 3]);
    expect(wholePlaceholders(KNOWN.placeholders, 11, 11)).toEqual([12, 12]);
    expect(wholePlaceholders(KNOWN.placeholders, 13, 13)).toEqual([13, 13]);
  });
});

describe("after a change that the service has not responded to yet", () => {
  test("values before and after the change keep their lengths", () => {
    expect(placeholdersNow("Hi {{ who }} and {{ n }}!", KNOWN)).toEqual([
      { from: 3, to: 12, start: 3, end: 15 },
      { from: 17, to: 24, start: 20, end: 21 },
    ]);
  });

  test("a placeholder that was deleted is gone, and a new one shows nothing yet", () => {
    expect(placeholdersNow("Hi , {{ n }}!", KNOWN)).toEqual([{ from: 5, to: 12, start: 5, end: 6 }]);
    expect(placeholdersNow("Hi {{ who }}, {{ n }}{{ more }}!", KNOWN)).toEqual([
      ...KNOWN.placeholders,
      { from: 21, to: 31, start: 18, end: 18 },
    ]);
  });

  test("without a response, the placeholders are those of the text", () => {
    expect(placeholdersNow("{{ a }}b", undefined)).toEqual([{ from: 0, to: 7, start: 0, end: 0 }]);
  });
});

/** Texts with placeholders, and the text that they show. */
const parts = fc.array(
  fc.oneof(fc.constantFrom("a", " ", "é", "{", "}"), fc.tuple(fc.constantFrom("x", "name"), fc.string())),
);

test("in any text, an offset outside of braces is the same after it is converted to the shown text and back", () => {
  fc.assert(
    fc.property(parts, (list) => {
      let [template, shown] = ["", ""];
      const placeholders = [];
      for (const part of list) {
        const [from, start] = [template.length, shown.length];
        template += typeof part === "string" ? part : `{{${part[0]}}}`;
        shown += typeof part === "string" ? part : part[1];
        if (typeof part !== "string") placeholders.push({ from, to: template.length, start, end: shown.length });
      }
      for (let offset = 0; offset <= template.length; offset++) {
        const [whole] = wholePlaceholders(placeholders, offset, offset);
        const there = toShown(placeholders, whole);
        expect(there).toBeLessThanOrEqual(shown.length);
        // Empty values at the same place cannot be told apart in the picture.
        const back = toTemplate(placeholders, there);
        expect(toShown(placeholders, back)).toBe(there);
      }
    }),
    { seed: 2701, numRuns: 300 },
  );
});
