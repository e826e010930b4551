import { describe, expect, test } from "@jest/globals";
import { layOut, seen } from "./text-support.js";

/** Hebrew has no joined forms, so each glyph is one character. Brackets are listed in both directions. */
const seenFirstLine = (text: string, attributes = {}, box?: { width: number; height: number }) =>
  seen(layOut(text, attributes, box).lines[0], `${text}()[]<>`);

describe("bidirectional text (UAX #9)", () => {
  test("Hebrew text runs from right to left", () => {
    expect(seenFirstLine("שלום")).toBe("םולש");
  });

  test("brackets around Hebrew words stay around them and are mirrored", () => {
    expect(seenFirstLine("שלום (אבג) עולם")).toBe("םלוע (גבא) םולש");
  });

  test("Latin words and numbers inside Hebrew text run from left to right", () => {
    expect(seenFirstLine("שלום abc 123")).toBe("abc 123 םולש");
    expect(seenFirstLine("אב 12 גד")).toBe("דג 12 בא");
  });

  test("Hebrew words inside English text do not change the order of the English words", () => {
    expect(seenFirstLine("abc (אבג) def")).toBe("abc (גבא) def");
  });

  test("the period of a Hebrew sentence is at its left end", () => {
    expect(seenFirstLine("שלום עולם.")).toBe(".םלוע םולש");
  });

  test("text_direction overrides the direction of the first letter", () => {
    expect(seenFirstLine("abc.", { text_direction: "rtl" })).toBe(".abc");
    expect(seenFirstLine("אבג.", { text_direction: "ltr" })).toBe("גבא.");
  });

  test("lines of right-to-left text are broken in reading order, before reordering", () => {
    const { lines } = layOut("אאא בבב גגג", { font_size: 40 }, { width: 160, height: 500 });
    expect(lines.map((line) => seen(line, "אבג"))).toEqual(["בבב אאא", "גגג"]);
  });

  test("align start is the right edge for right-to-left text and align end is the left edge", () => {
    const box = { width: 500, height: 100 };
    const placeOf = (text: string, align: "start" | "end" | "left" | "right") => {
      const { lines } = layOut(text, { align }, box);
      return (lines[0]?.x ?? -1) === 0 ? "left" : "right";
    };
    expect(placeOf("שלום", "start")).toBe("right");
    expect(placeOf("שלום", "end")).toBe("left");
    expect(placeOf("שלום", "left")).toBe("left");
    expect(placeOf("Hello", "start")).toBe("left");
    expect(placeOf("Hello", "end")).toBe("right");
  });

  test("each paragraph of a text has the direction of its own first letter", () => {
    const { lines } = layOut("Hello\nשלום", { align: "start" }, { width: 500, height: 500 });
    expect(lines[0]?.x).toBe(0);
    expect(lines[1]?.x).toBeGreaterThan(300);
  });

  test("the ellipsis of a cut Hebrew text is at its left end", () => {
    const text = "אבג דהו זחט יכל מנס";
    const line = layOut(text, { font_size: 40, max_lines: 1 }, { width: 200, height: 100 }).lines[0];
    expect(seen(line, text).startsWith("…")).toBe(true);
    expect(seen(line, text).endsWith("גבא")).toBe(true);
  });

  test("letter spacing in Hebrew is only between letters, not at the edges", () => {
    const plain = layOut("אבג", { font_size: 100, align: "left" }).lines[0];
    const spaced = layOut("אבג", { font_size: 100, letter_spacing: 1, align: "left" }).lines[0];
    expect(spaced?.width).toBeCloseTo((plain?.width ?? 0) + 200, 6);
    expect(spaced?.runs[0]?.glyphs?.xs[0]).toBeCloseTo(plain?.runs[0]?.glyphs?.xs[0] ?? -1, 0);
  });
});
