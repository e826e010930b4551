/** Rich texts under shortcuts and typing. The parser of the service says how a text is read. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseColor } from "../../../engine/src/document/attributes/color.js";
import { parseRichText } from "../../../engine/src/text/rich-text.js";
import { atomsOf } from "../../src/editor/text/rich-atoms.js";
import {
  deleteRich,
  replaceRich,
  type RichText,
  sameSelection,
  stepRich,
  toggleMark,
} from "../../src/editor/text/rich-text.js";

const STYLES = [{ name: "big", font_size: 60 }];
const isLook = (name: string): boolean => name === "big" || parseColor(name) !== undefined;
const rich = (text: string): RichText => ({ text, isRich: true, isLook });
const plain = (text: string): RichText => ({ text, isRich: false, isLook });

interface Character {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly look: string;
}

/** Returns the characters that the service draws for a text, with their looks. */
function drawn({ text, isRich }: RichText): readonly Character[] {
  const segments = isRich ? parseRichText(text, STYLES) : [{ text, bold: false, italic: false, color: undefined }];
  return segments.flatMap(({ text: part, bold, italic, ...look }) =>
    Array.from({ length: part.length }, (_, index) => {
      const character = part.charAt(index);
      // A bold space looks like any other, so its marks do not matter.
      const isSpace = character.trim() === "";
      return { text: character, bold: bold && !isSpace, italic: italic && !isSpace, look: JSON.stringify(look) };
    }),
  );
}

describe("a shortcut", () => {
  test.each([
    ["Hello world", 6, 11, "bold", "Hello **world**", 8, 13],
    ["Hello world", 0, 11, "bold", "**Hello world**", 2, 13],
    ["Hello world", 5, 11, "italic", "Hello *world*", 5, 12],
    ["5 * 3 = 15", 0, 5, "bold", "**5 * 3** = 15", 2, 7],
    ["a*b", 2, 3, "bold", "a\\***b**", 5, 6],
    ["Dear {{ guest * 2 }}!", 5, 20, "bold", "Dear **{{ guest * 2 }}**!", 7, 22],
  ] as const)(
    "marks a part of the plain text “%s” from %i to %i as %s",
    (text, from, to, mark, expected, start, end) => {
      expect(toggleMark(plain(text), from, to, mark)).toEqual({ text: expected, from: start, to: end });
    },
  );

  test.each([
    ["Hello **world**", 8, 13, "bold", "Hello world"],
    ["**Hello world**", 2, 7, "bold", "Hello **world**"],
    ["**Hello** world", 2, 15, "bold", "**Hello world**"],
    ["**Hello**", 2, 7, "italic", "***Hello***"],
    ["*Hello* world", 1, 13, "bold", "***Hello* world**"],
    ["[Hello]{#ff0000} world", 3, 22, "bold", "[He**llo**]{#ff0000} **world**"],
  ] as const)("changes “%s” from %i to %i by %s to %s", (text, from, to, mark, expected) => {
    expect(toggleMark(rich(text), from, to, mark)?.text).toBe(expected);
  });

  test("a shortcut without a selection changes the word around the caret, and leaves the caret in the word", () => {
    expect(toggleMark(plain("Hello world"), 8, 8, "bold")).toEqual({ text: "Hello **world**", from: 10, to: 10 });
    expect(toggleMark(plain("Hello "), 6, 6, "bold")).toBeUndefined();
    expect(toggleMark(plain(""), 0, 0, "bold")).toBeUndefined();
  });

  test("a shortcut for spaces alone changes nothing", () => {
    expect(toggleMark(plain("a  b"), 1, 3, "bold")).toBeUndefined();
  });

  test("a shortcut keeps what looks like a mark in a plain text as it is, with a backslash", () => {
    const text = "**not bold** [nor]{red}";
    const changed = toggleMark(plain(text), 15, 18, "bold");
    expect(
      drawn(rich(changed?.text ?? ""))
        .map(({ text: one }) => one)
        .join(""),
    ).toBe(text);
  });
});

describe("typing in a rich text", () => {
  test("typing continues the look of the character before the caret, even after the mark that ends it", () => {
    expect(replaceRich(rich("**ab** c"), 4, 4, "x")).toEqual({ text: "**abx** c", from: 5, to: 5 });
    expect(replaceRich(rich("**ab** c"), 6, 6, "x")).toEqual({ text: "**abx** c", from: 5, to: 5 });
  });

  test("a space at the end of a bold word does not show its marks", () => {
    expect(replaceRich(rich("**ab**"), 4, 4, " ")).toEqual({ text: "**ab** ", from: 7, to: 7 });
  });

  test("typing over a selection across marks keeps the marks of the rest in pairs", () => {
    expect(replaceRich(rich("a **b c** d"), 0, 5, "x")).toEqual({
      text: "x **c** d",
      from: 1,
      to: 1,
    });
  });

  test("typing in a text without marks is left to the field", () => {
    expect(replaceRich(rich("a \\* b"), 1, 1, "x")).toBeUndefined();
    expect(stepRich(rich("abc"), 1, "forward")).toBeUndefined();
  });
});

describe("the caret", () => {
  test("the caret steps over a character and all marks beside it at once", () => {
    const text = rich("a**b***c*");
    expect(stepRich(text, 1, "forward")).toBe(4);
    expect(stepRich(text, 4, "forward")).toBe(8);
    expect(stepRich(text, 8, "backward")).toBe(7);
    expect(stepRich(text, 7, "backward")).toBe(3);
    expect(stepRich(text, 9, "forward")).toBeUndefined();
  });

  test("deleting a character also deletes marks that become empty", () => {
    expect(deleteRich(rich("a **b** c"), 7, "backward")).toEqual({ text: "a  c", from: 2, to: 2 });
    expect(deleteRich(rich("**{{ who }}**!"), 0, "forward")).toEqual({ text: "!", from: 0, to: 0 });
    expect(deleteRich(rich("**a👩‍👩‍👧b**"), 11, "backward")).toEqual({ text: "**ab**", from: 3, to: 3 });
  });

  test("the caret and the selection stay at the same characters when the marks around them change", () => {
    expect(sameSelection(rich("Hello **world**"), plain("Hello world"), 8, 13)).toMatchObject({ from: 6, to: 11 });
    expect(sameSelection(rich("Hello **world**"), plain("Hello world"), 13, 13)).toMatchObject({ from: 11, to: 11 });
    expect(sameSelection(plain("abc"), plain("a"), 1, 3)).toMatchObject({ from: 1, to: 1 });
  });
});

/** Texts of letters, spaces, marks, brackets and backslashes in any order. Most have marks without a counterpart. */
const pieces = fc.constantFrom(
  ...["a", "b", "é", "👍", " ", "\n", "*", "**", "***", "[", "]", "]{red}", "]{big}", "]{no}", "\\", "\\*", "{", "}"],
);
const sources = fc.array(pieces, { maxLength: 14 }).map((list) => list.join(""));
const marks = fc.constantFrom("bold", "italic");

describe("any text", () => {
  test("is read as the service reads it", () => {
    fc.assert(
      fc.property(sources, (text) => {
        const read = atomsOf(text, true, isLook);
        const expected = drawn(rich(text));
        expect(read.map(({ text: one }) => one).join("")).toBe(expected.map(({ text: one }) => one).join(""));
        const looks = read.flatMap((atom) =>
          Array.from({ length: atom.text.length }, (_, index) => {
            const isSpace = atom.text.charAt(index).trim() === "";
            return [atom.bold && !isSpace, atom.italic && !isSpace];
          }),
        );
        expect(looks).toEqual(expected.map(({ bold, italic }) => [bold, italic]));
      }),
      { seed: 2751, numRuns: 3000 },
    );
  });

  test("a text that gets a mark keeps its characters and all other looks, and what was marked is selected", () => {
    fc.assert(
      fc.property(sources, fc.boolean(), marks, fc.nat(), fc.nat(), (text, isRich, mark, one, other) => {
        const before = { text, isRich, isLook };
        const atoms = atomsOf(text, isRich, isLook);
        const [first, last] = [one % (atoms.length + 1), other % (atoms.length + 1)].toSorted((a, b) => a - b);
        const chosen = atoms.slice(first, last);
        const [start, end] = [chosen[0]?.start ?? 0, chosen.at(-1)?.end ?? 0];
        if (start === end || chosen.every((atom) => atom.text.trim() === "")) return;
        const changed = toggleMark(before, start, end, mark);
        if (changed === undefined) throw new Error("The text could not be written.");
        const isOn = !chosen.filter((atom) => atom.text.trim() !== "").every((atom) => atom[mark]);
        const lengthOf = (list: readonly { readonly text: string }[]) =>
          list.reduce((sum, atom) => sum + atom.text.length, 0);
        const [from, to] = [lengthOf(atoms.slice(0, first)), lengthOf(atoms.slice(0, last))];
        const expected = drawn(before).map((character, index) =>
          index >= from && index < to && character.text.trim() !== "" ? { ...character, [mark]: isOn } : character,
        );
        expect(drawn(rich(changed.text))).toEqual(expected);
        const shown = atomsOf(changed.text, true, isLook).filter(
          (atom) => atom.start >= changed.from && atom.end <= changed.to,
        );
        expect(shown.map((atom) => atom.text).join("")).toBe(chosen.map((atom) => atom.text).join(""));
      }),
      { seed: 2752, numRuns: 3000 },
    );
  });

  test("a text whose characters are deleted from its end loses one at a time, and its marks last of all", () => {
    fc.assert(
      fc.property(sources, (text) => {
        let current = text;
        for (;;) {
          const atoms = atomsOf(current, true, isLook);
          const changed = deleteRich(rich(current), current.length, "backward");
          if (changed === undefined) break;
          const kept = atoms.slice(0, -1).map((atom) => atom.text);
          expect(
            drawn(rich(changed.text))
              .map((one) => one.text)
              .join(""),
          ).toBe(kept.join(""));
          current = changed.text;
        }
      }),
      { seed: 2753, numRuns: 500 },
    );
  });
});
