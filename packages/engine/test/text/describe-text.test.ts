import { describe, expect, test } from "@jest/globals";
import type { TextSpec } from "../../src/text/spec.js";
import { describeText } from "../../src/text/describe-text.js";
import { type Attributes, engine, specOf } from "./text-support.js";

const BOX = { x: 20, y: 40, width: 400, height: 200, padding: 0, border_width: 0 };

function lay(text: string, attributes: Attributes = {}, box: Partial<typeof BOX> = {}) {
  const spec: TextSpec = specOf(text, { font_size: 20, ...attributes });
  return describeText(engine, { ...spec, ...BOX, ...box });
}

/** The parts of a text that its lines show. */
const shownIn = (text: string, attributes?: Attributes, box?: Partial<typeof BOX>) =>
  lay(text, attributes, box).lines.map(({ start, end }) => text.slice(start, end));

/** The parts of a text that its clusters stand for, from left to right. */
const clustersIn = (text: string, attributes?: Attributes) =>
  lay(text, attributes).lines.map(({ clusters }) => clusters.map(({ start, end }) => text.slice(start, end)));

describe("the lines of a text", () => {
  test("the lines of a wrapped text leave out the spaces and line breaks between them", () => {
    expect(shownIn("one two  three\n\nfour", {}, { width: 85 })).toEqual(["one two", "three", "", "four"]);
  });

  test("a line of spaces between two others shows nothing, at the place of its first space", () => {
    const { lines } = lay("one\n  \ntwo");
    expect(lines.map(({ start, end }) => [start, end])).toEqual([
      [0, 3],
      [4, 4],
      [7, 10],
    ]);
  });

  test("the clusters of a line touch each other, and their widths add up to that of the line", () => {
    const [line] = lay("AVAST, fine office", { align: "right", letter_spacing: 0.1 }).lines;
    const clusters = line?.clusters ?? [];
    expect(clusters).toHaveLength(18);
    expect(clusters[0]?.x).toBeCloseTo(line?.x ?? 0, 2);
    for (const [index, { x, width }] of clusters.slice(0, -1).entries())
      expect(clusters[index + 1]?.x).toBeCloseTo(x + width, 1);
    expect(clusters.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(line?.width ?? 0, 1);
    expect((line?.x ?? 0) + (line?.width ?? 0)).toBeCloseTo(420, 2);
  });

  test("the spaces of a justified line are wider than those of a line that starts at the left", () => {
    const spaceIn = (align: "left" | "justify") =>
      lay("one two three four five six seven eight nine ten", { align }, { width: 180 }).lines[0]?.clusters[3]?.width;
    expect(spaceIn("justify")).toBeGreaterThan((spaceIn("left") ?? 0) + 1);
  });

  test("the letters of Arabic run from right to left, and keep their offsets in the text", () => {
    const text = "abc سلام";
    const [line] = lay(text).lines;
    const clusters = line?.clusters ?? [];
    expect(clusters.map(({ start, end }) => text.slice(start, end)).join("")).toBe("abc مالس");
    expect(clusters.map(({ isRtl }) => isRtl).join()).toBe("false,false,false,false,true,true,true,true");
  });

  test("an emoji of several code points and a letter with a mark are one cluster each", () => {
    expect(clustersIn("a👩‍👩‍👧e\u0301!")).toEqual([["a", "👩‍👩‍👧", "e\u0301", "!"]]);
  });

  test("letters that another case or a tab makes longer stand for the characters that the author wrote", () => {
    expect(clustersIn("Straße", { text_transform: "uppercase" })).toEqual([["S", "t", "r", "a", "ß", "ß", "e"]]);
    expect(clustersIn("a\tb")).toEqual([["a", "\t", "\t", "\t", "\t", "b"]]);
    expect(clustersIn("2⅓ x")[0]?.at(-1)).toBe("x");
    expect(shownIn("one\r\ntwo")).toEqual(["one", "two"]);
  });

  test("the marks of a rich text stand for no cluster, and an escaped mark is one with its backslash", () => {
    const text = "a **b** [c]{#ff0000} \\*";
    expect(clustersIn(text, { rich: true })).toEqual([["a", " ", "b", " ", "c", " ", "\\*"]]);
    expect(shownIn("**one**\n*two*", { rich: true })).toEqual(["one", "two"]);
  });

  test("a text that is cut says where, and its lines show nothing after it", () => {
    const text = "A text that is far too long for its box";
    const { cutAt, lines } = lay(text, { text_fit: "cut", max_lines: 1 }, { width: 120 });
    expect(cutAt).toBe(lines[0]?.end);
    expect(text.startsWith(text.slice(0, cutAt ?? 0))).toBe(true);
    expect(cutAt).toBeGreaterThan(3);
    expect(cutAt).toBeLessThan(text.length);
    expect(lay("Short").cutAt).toBeNull();
  });

  test("a text that shrinks has the size that was chosen", () => {
    const { fontSize, lines } = lay("A long line of words", { font_size: 80, text_fit: "shrink", max_lines: 1 });
    expect(fontSize).toBeLessThan(80);
    expect(lines[0]?.fontSize).toBe(fontSize);
  });

  test("an empty text has one line without width, where its first letter would be", () => {
    const xOf = (align: "left" | "center" | "right") => lay("", { align }).lines.map(({ x }) => x)[0];
    expect([xOf("left"), xOf("center"), xOf("right")]).toEqual([20, 220, 420]);
    const { lines, cutAt } = lay(" ", { align: "left" });
    expect(lines).toEqual([expect.objectContaining({ start: 0, end: 1, width: 0, clusters: [] })]);
    expect(cutAt).toBeNull();
    expect(lines[0]?.baseline).toBe(lay("x").lines[0]?.baseline);
  });
});
