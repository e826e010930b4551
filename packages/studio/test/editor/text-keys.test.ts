/** What keys do in a text on the canvas, and what typing has changed in it. */
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { TextLine } from "../../src/editor/text/caret.js";
import type { ShownPlaceholder } from "../../src/editor/text/shown-text.js";
import { richTextOf, textIn, typedIn } from "../../src/screens/editor/canvas/rich-layer.js";
import {
  changeOfKey,
  type FieldChange,
  stateOfField,
  type TextPlaces,
} from "../../src/screens/editor/canvas/text-keys.js";
import { removeStandIns, standIn } from "../support/editor-page.js";
import { CARD } from "./documents.js";

const NO_KEYS = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

/** A line of a picture with characters of 10 pixels. */
function lineAt(y: number, start: number, end: number): TextLine {
  const clusters = Array.from({ length: end - start }, (_, index) => {
    return { start: start + index, end: start + index + 1, x: index * 10, width: 10, isRtl: false };
  });
  return { x: 0, y, width: clusters.length * 10, height: 20, start, end, clusters };
}

interface Given {
  readonly text: string;
  readonly tail?: number;
  readonly head: number;
  readonly isRich?: boolean;
  readonly places?: Partial<TextPlaces>;
}

/** Presses a key in a field. */
function press(key: string, given: Given, keys: Partial<typeof NO_KEYS> = {}): FieldChange | undefined {
  const { text, head, tail = head, isRich = false } = given;
  const rich = { text, isRich, isLook: () => false };
  const places = { lines: [], placeholders: [], rich, isRtl: false, ...given.places };
  return changeOfKey({ text, tail, head }, { key, ...NO_KEYS, ...keys }, places);
}

describe("the selection of a field", () => {
  const field = { value: "abc", selectionStart: 1, selectionEnd: 3 };
  const read = (selectionDirection: string) => stateOfField({ ...field, selectionDirection } as HTMLTextAreaElement);

  test("moves at its end, or at its beginning if it was made backward", () => {
    expect(read("forward")).toEqual({ text: "abc", tail: 1, head: 3 });
    expect(read("none")).toEqual({ text: "abc", tail: 1, head: 3 });
    expect(read("backward")).toEqual({ text: "abc", tail: 3, head: 1 });
  });
});

describe("an arrow key to the side", () => {
  const given = { text: "a{{ name }}b", head: 1 };

  test("steps over a placeholder as over one character", () => {
    expect(press("ArrowRight", given)).toEqual({ tail: 11, head: 11 });
    expect(press("ArrowLeft", { ...given, head: 11 })).toEqual({ tail: 1, head: 1 });
  });

  test("extends the selection with Shift", () => {
    expect(press("ArrowRight", { ...given, tail: 0 }, { shiftKey: true })).toEqual({ tail: 0, head: 11 });
  });

  test("goes the other way in a text from right to left", () => {
    const places = { isRtl: true };
    expect(press("ArrowRight", { ...given, head: 11, places })).toEqual({ tail: 1, head: 1 });
    expect(press("ArrowLeft", { ...given, places })).toEqual({ tail: 11, head: 11 });
  });

  test("steps over the marks of a rich text", () => {
    const rich = { text: "a**b**c", isRich: true };
    expect(press("ArrowRight", { ...rich, head: 1 })).toEqual({ tail: 4, head: 4 });
  });

  test("is left to the field in a plain text, with a selection, and with Alt", () => {
    expect(press("ArrowRight", { text: "abc", head: 1 })).toBeUndefined();
    expect(press("ArrowRight", { ...given, tail: 0 })).toBeUndefined();
    expect(press("ArrowRight", given, { altKey: true })).toBeUndefined();
  });

  test("is left to the field with Control", () => {
    expect(press("ArrowRight", given, { ctrlKey: true })).toBeUndefined();
    expect(press("ArrowRight", given, { metaKey: true })).toBeUndefined();
  });
});

describe("a key that deletes", () => {
  test("deletes a placeholder as one character", () => {
    expect(press("Delete", { text: "a{{ name }}b", head: 1 })).toEqual({ text: "ab", caret: 1 });
    expect(press("Backspace", { text: "a{{ name }}b", head: 11 })).toEqual({ text: "ab", caret: 1 });
    expect(press("Backspace", { text: "a{{ name }}b", head: 11, places: { isRtl: true } })).toEqual({
      text: "ab",
      caret: 1,
    });
  });

  test("deletes a character of a rich text together with the marks around it", () => {
    expect(press("Delete", { text: "a**b**c", head: 1, isRich: true })).toMatchObject({ text: "ac" });
    expect(press("Backspace", { text: "a**b**c", head: 6, isRich: true })).toMatchObject({ text: "ac" });
  });

  test("is left to the field if something is selected, or if there is nothing but plain text", () => {
    expect(press("Delete", { text: "a{{ name }}b", tail: 0, head: 1 })).toBeUndefined();
    expect(press("Backspace", { text: "abc", head: 1 })).toBeUndefined();
    expect(press("Delete", { text: "abc", head: 1 })).toBeUndefined();
  });
});

describe("an arrow key up or down", () => {
  const places = { lines: [lineAt(0, 0, 3), lineAt(20, 4, 8)] };
  const given = { text: "abc defg", places };

  test("keeps its place in the line of the picture above or below", () => {
    expect(press("ArrowDown", { ...given, head: 2 })).toEqual({ tail: 6, head: 6 });
    expect(press("ArrowUp", { ...given, head: 6 })).toEqual({ tail: 2, head: 2 });
  });

  test("goes to the ends of the text in the first and in the last line", () => {
    expect(press("ArrowUp", { ...given, head: 2 })).toEqual({ tail: 0, head: 0 });
    expect(press("ArrowDown", { ...given, head: 5 })).toEqual({ tail: 8, head: 8 });
  });

  test("extends the selection with Shift", () => {
    expect(press("ArrowDown", { ...given, tail: 1, head: 2 }, { shiftKey: true })).toEqual({ tail: 1, head: 6 });
  });

  test("goes to the ends of the text while there is no picture, even with Control", () => {
    expect(press("ArrowDown", { text: "abc", head: 1 })).toEqual({ tail: 3, head: 3 });
    expect(press("ArrowDown", { text: "abc", head: 1 }, { ctrlKey: true })).toEqual({ tail: 3, head: 3 });
  });

  test("finds its place beside values that are longer or shorter than their placeholders", () => {
    // The picture shows “Hello Ada” in the first line and “ok” in the second one.
    const text = "Hello {{ name }} ok";
    const placeholders: readonly ShownPlaceholder[] = [{ from: 6, to: 16, start: 6, end: 9 }];
    const lines = [lineAt(0, 0, 9), lineAt(20, 10, 12)];
    expect(press("ArrowDown", { text, head: 1, places: { lines, placeholders } })).toEqual({ tail: 18, head: 18 });
    expect(press("ArrowUp", { text, head: 18, places: { lines, placeholders } })).toEqual({ tail: 1, head: 1 });
  });
});

describe("a shortcut", () => {
  const given = { text: "one two", tail: 0, head: 3, isRich: true };

  test.each(["ctrlKey", "metaKey"])("marks the selection with %s", (key) => {
    expect(press("b", given, { [key]: true })).toMatchObject({ text: "**one** two", mark: "bold" });
    expect(press("I", given, { [key]: true })).toMatchObject({ text: "*one* two", mark: "italic" });
    expect(press("u", given, { [key]: true })).toEqual({ underline: true });
  });

  test("marks a selection that was made backward", () => {
    expect(press("b", { ...given, tail: 3, head: 0 }, { ctrlKey: true })).toMatchObject({ text: "**one** two" });
  });

  test("keeps the selection if there is no word to mark", () => {
    expect(press("b", { text: "a  b", tail: 2, head: 2, isRich: true }, { ctrlKey: true })).toEqual({
      tail: 2,
      head: 2,
    });
  });

  test("is left to the browser with another letter, with Shift or with Alt, and a letter alone is typed", () => {
    expect(press("k", given, { ctrlKey: true })).toBeUndefined();
    expect(press("b", given, { ctrlKey: true, shiftKey: true })).toBeUndefined();
    expect(press("b", given, { ctrlKey: true, altKey: true })).toBeUndefined();
    expect(press("b", given)).toBeUndefined();
  });
});

describe("the text of a layer", () => {
  beforeEach(() => standIn({ CSS: { supports: (_: string, value: string) => value === "red" } }));
  afterEach(removeStandIns);

  test("is empty for a layer without a text and for one that does not exist", () => {
    expect(textIn(CARD, "author")).toBe("Ada");
    expect(textIn(CARD, "photo")).toBe("");
    expect(textIn(CARD, "nothing")).toBe("");
  });

  test("is rich if the layer says so, or if data decides", () => {
    const isRich = (rich: unknown) => richTextOf({ id: "a", type: "text", rich }, "x").isRich;
    expect([true, "{{ marks }}", false, undefined, "yes"].map(isRich)).toEqual([true, true, false, false, false]);
  });

  test("has marks that name a color or a style of the layer", () => {
    const { isLook } = richTextOf({ id: "a", type: "text", text_styles: [{ name: "price" }] }, "x");
    expect(["price", "red", "other"].map(isLook)).toEqual([true, true, false]);
    expect(richTextOf({ id: "a", type: "text" }, "x").isLook("price")).toBe(false);
  });
});

describe("typing into a rich text", () => {
  const rich = (text: string) => ({ text, isRich: true, isLook: () => false });

  test("over a part with a mark keeps the marks in pairs", () => {
    // Somebody has replaced “b** c” by “x”, which removed one of two marks.
    expect(typedIn(rich("**ab** cd"), "**axd", 4)).toEqual({ text: "**ax**d", from: 4, to: 4 });
  });

  test("before an equal character adds a character", () => {
    expect(typedIn(rich("**b** ab"), "**b** aab", 7)).toEqual({ text: "**b** aab", from: 7, to: 7 });
  });

  test("is left to the field if the text has no marks", () => {
    expect(typedIn(rich("ab"), "axb", 2)).toBeUndefined();
  });

  test("can write marks", () => {
    expect(typedIn(rich("**ab** cd"), "**a*d", 4)).toBeUndefined();
  });
});
