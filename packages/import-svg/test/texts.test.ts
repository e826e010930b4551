import { describe, expect, test } from "@jest/globals";
import { anchorX, blocksOf, type Line } from "../src/text-blocks.js";
import { contentOf, baseSpan } from "../src/text-content.js";
import { imported, onlyLayer } from "./support/imported.js";

/** A line in a font of 10 pixels. */
const line = (x: number, y: number, width = 40, more: Partial<Line> = {}): Line => ({
  x,
  y,
  width,
  anchor: "start",
  spans: [{ text: "text", style: new Map([["font-size", "10px"]]) }],
  ...more,
});

describe("the lines of a layer", () => {
  /** The number of lines of each block, and its alignment. */
  const blocks = (...lines: readonly Line[]) =>
    blocksOf(lines).map(({ lines: own, align }) => `${own.length} ${align}`);

  test("are half to five times as far from each other as the letters are high", () => {
    expect(blocks(line(0, 0), line(0, 5))).toEqual(["2 left"]);
    expect(blocks(line(0, 0), line(0, 4.9))).toEqual(["1 left", "1 left"]);
    expect(blocks(line(0, 0), line(0, 50))).toEqual(["2 left"]);
    expect(blocks(line(0, 0), line(0, 50.1))).toEqual(["1 left", "1 left"]);
  });

  test("have even distances", () => {
    expect(blocks(line(0, 0), line(0, 12), line(0, 25.5))).toEqual(["3 left"]);
    expect(blocks(line(0, 0), line(0, 12), line(0, 25.6))).toEqual(["2 left", "1 left"]);
    expect(blocks(line(0, 0), line(0, 12), line(0, 22.4))).toEqual(["2 left", "1 left"]);
  });

  test("have one alignment, which the tool does not have to say", () => {
    expect(blocks(line(0, 0), line(1, 12))).toEqual(["2 left"]);
    expect(blocks(line(0, 0), line(1.1, 12))).toEqual(["2 center"]);
    expect(blocks(line(0, 0, 40), line(10, 12, 20))).toEqual(["2 center"]);
    expect(blocks(line(0, 0, 40), line(12.5, 12, 20))).toEqual(["2 center"]);
    expect(blocks(line(0, 0, 40), line(12.6, 12, 20))).toEqual(["1 left", "1 left"]);
    expect(blocks(line(0, 0, 40), line(20, 12, 20))).toEqual(["2 right"]);
    expect(blocks(line(0, 0, 40), line(22.6, 12, 20))).toEqual(["1 left", "1 left"]);
  });

  test("have the alignment that the tool says", () => {
    const middle = { anchor: "middle" as const };
    expect(blocks(line(50, 0, 40, middle), line(50, 12, 20, middle))).toEqual(["2 center"]);
    expect(blocks(line(50, 0, 40, middle), line(60, 12, 20, middle))).toEqual(["1 center", "1 center"]);
    expect(blocks(line(50, 0, 40, { anchor: "end" }))).toEqual(["1 right"]);
    expect(blocks()).toEqual([]);
  });

  test("have one font", () => {
    const other = (key: string, value: string) => ({
      spans: [{ text: "text", style: new Map([["font-size", "10px"]]).set(key, value) }],
    });
    expect(blocks(line(0, 0), line(0, 12, 40, other("font-size", "11px")))).toHaveLength(2);
    expect(blocks(line(0, 0), line(0, 12, 40, other("font-family", "Lora")))).toHaveLength(2);
    expect(blocks(line(0, 0), line(0, 12, 40, other("letter-spacing", "2px")))).toHaveLength(2);
    expect(blocks(line(0, 0), line(0, 12, 40, other("fill", "#f00")))).toHaveLength(1);
  });

  test("begin and end where their anchor says", () => {
    const at = (anchor: Line["anchor"]) =>
      (["left", "center", "right"] as const).map((align) => anchorX(line(100, 0, 40, { anchor }), align));
    expect([at("start"), at("middle"), at("end")]).toEqual([
      [100, 120, 140],
      [80, 100, 120],
      [60, 80, 100],
    ]);
  });
});

describe("the marks of a text", () => {
  const span = (text: string, style: Readonly<Record<string, string>> = {}) => ({
    text,
    style: new Map(Object.entries(style)),
  });
  /** Writes a line of spans, whose layer has the style of the longest plain one. */
  const written = (...spans: ReturnType<typeof span>[]) => {
    const lines = [line(0, 0, 40, { spans })];
    return contentOf(lines, baseSpan(lines), {});
  };

  test("are there only if a part differs from the longest one that is not bold", () => {
    expect(written(span("plain *text*"))).toEqual({ rich: false, text: "plain *text*" });
    expect(written(span("long and bold", { "font-weight": "600" }), span(" a [b]"))).toEqual({
      rich: true,
      text: "**long and bold** a \\[b\\]",
    });
    expect(written(span("all bold", { "font-weight": "700" })).rich).toBe(false);
    expect(written(span("medium"), span(" x", { "font-weight": "500" })).rich).toBe(false);
  });

  test("make parts bold, italic or colored, without the space around them", () => {
    expect(
      written(span("some plain"), span(" it ", { "font-style": "italic" }), span("b", { "font-weight": "bold" })),
    ).toEqual({
      rich: true,
      text: "some plain *it* **b**",
    });
    expect(written(span("some plain"), span(" red", { fill: "#f00" }))).toEqual({
      rich: true,
      text: "some plain [red]{#f00}",
    });
    expect(written(span("some plain"), span(" both", { fill: "rgb(1, 2, 3)", "font-weight": "700" })).text).toBe(
      "some plain [**both**]{rgb(1, 2, 3)}",
    );
    expect(written(span("some plain"), span("   ", { "font-weight": "700" }), span("x"))).toEqual({
      rich: true,
      text: "some plain   x",
    });
    expect(written(span("some plain"), span("g", { fill: "url(#g)" })).rich).toBe(false);
  });

  test("do not repeat the style of the layer", () => {
    const italic = [line(0, 0, 40, { spans: [span("all", { "font-style": "italic", fill: "#f00" })] })];
    expect(contentOf(italic, baseSpan(italic), { font_style: "italic" })).toEqual({ rich: false, text: "all" });
    const two = [line(0, 0), line(0, 12)];
    expect(contentOf(two, baseSpan(two), {})).toEqual({ rich: false, text: "text\ntext" });
    expect(baseSpan([])).toEqual({ text: "", style: new Map() });
  });
});

describe("a text", () => {
  test("is as wide as its content, and its baseline is where the design has it", async () => {
    expect(await onlyLayer('<text x="30" y="80" font-size="20" fill="#112233">Hello</text>')).toEqual({
      id: "hello",
      name: "Hello",
      type: "text",
      x: 30,
      y: 60,
      text: "Hello",
      font_family: "Inter",
      font_size: 20,
      line_height: 1.2,
      color: "#112233",
    });
    expect(
      await onlyLayer('<g transform="scale(2)"><text x="30" y="80" font-size="20">Hello</text></g>'),
    ).toMatchObject({
      x: 60,
      y: 120,
      font_size: 40,
    });
  });

  test("that is centered or ends at a place has the room up to the nearer edge", async () => {
    const anchored = (anchor: string, x: number) =>
      onlyLayer(`<text x="${x}" y="80" font-size="20" text-anchor="${anchor}">Hello</text>`);
    expect(await anchored("middle", 150)).toMatchObject({ align: "center", x: 0, width: 300 });
    expect(await anchored("middle", 300)).toMatchObject({ align: "center", x: 200, width: 200 });
    expect(await anchored("end", 150)).toMatchObject({ align: "right", x: 0, width: 150 });
    // A text of 51 pixels extends beyond the edge, so it stays where it is.
    expect(await anchored("middle", 20)).toMatchObject({ x: -5.5, width: 51 });
    expect(await anchored("end", 410)).toMatchObject({ x: 359, width: 51 });
    expect(await anchored("end", 30)).toMatchObject({ x: -21, width: 51 });
  });

  test("has the lines of its parts, with the distance of the design", async () => {
    const lines =
      '<tspan x="30" dy="0">One</tspan><tspan x="30" dy="30">Two</tspan><tspan x="30" dy="30">Three</tspan>';
    expect(await onlyLayer(`<text x="30" y="40" font-size="20">${lines}</text>`)).toMatchObject({
      text: "One\nTwo\nThree",
      line_height: 1.5,
      x: 30,
      y: 20,
      width: 51,
    });
  });

  test("is one line if its words follow each other", async () => {
    const words = (...places: readonly number[]) =>
      imported(
        `<text y="40" font-size="20">${places.map((x, index) => `<tspan x="${x}">w${index}</tspan>`).join("")}</text>`,
      ).then(({ layers }) => layers.map(({ text }) => text));
    // A word of two letters is 20 pixels wide.
    expect(await words(10, 30)).toEqual(["w0w1"]);
    expect(await words(10, 33)).toEqual(["w0w1"]);
    expect(await words(10, 33.1)).toEqual(["w0 w1"]);
    expect(await words(10, 45.9)).toEqual(["w0 w1"]);
    expect(await words(10, 46)).toEqual(["w0", "w1"]);
    expect(await words(10, 18.1)).toEqual(["w0w1"]);
    expect(await words(10, 18)).toEqual(["w0", "w1"]);
    expect(await words(10, 35, 60)).toEqual(["w0 w1 w2"]);
  });

  test("is on one line only if it is at one height", async () => {
    const at = (y: number) =>
      imported(`<text font-size="20"><tspan x="10" y="40">a</tspan><tspan x="20" y="${y}">b</tspan></text>`).then(
        ({ layers }) => layers.length,
      );
    expect([await at(41.9), await at(42)]).toEqual([1, 2]);
  });

  test("is split where its size changes, and the next part begins where the one before ends", async () => {
    const { layers } = await imported('<text x="10" y="40" font-size="20">ab<tspan font-size="10">cd</tspan>ef</text>');
    expect(layers).toMatchObject([
      { text: "ab", x: 10, font_size: 20 },
      { text: "cd", x: 30, font_size: 10 },
      { text: "ef", x: 40, font_size: 20 },
    ]);
  });

  test("has one space in place of the white space of the source", async () => {
    const text = (inside: string, more = "") =>
      onlyLayer(`<text x="9" y="40" font-size="20" ${more}>${inside}</text>`).then(({ text: found }) => found);
    expect(await text("  a \n  b  ")).toBe("a b");
    expect(await text("a<tspan>b</tspan>\n<tspan>c</tspan>")).toBe("ab c");
    expect(await text(" a  b ", 'xml:space="preserve"')).toBe(" a  b");
    expect(await text("a  b", 'style="white-space: pre"')).toBe("a  b");
    expect(await text("a<tspan display='none'>b</tspan>c")).toBe("ac");
  });

  test.each([
    ['letter-spacing="2"', { letter_spacing: 0.1 }],
    ['letter-spacing="0.1em"', { letter_spacing: 0.1 }],
    ['letter-spacing="200"', { letter_spacing: 5 }],
    ['letter-spacing="-20"', { letter_spacing: -0.5 }],
    ['font-weight="700"', { font_weight: 700 }],
    ['font-style="italic"', { font_style: "italic" }],
    ['text-decoration="underline"', { text_decoration: "underline" }],
    ['dominant-baseline="middle"', { y: 67 }],
    ['dominant-baseline="hanging"', { y: 76 }],
    ['fill="none" stroke="#f00" stroke-width="4"', { color: "transparent", stroke_color: "#ff0000", stroke_width: 2 }],
    ['transform="rotate(90 30 80)"', { rotation: 90 }],
  ])("with %s has %j", async (attributes, expected) => {
    expect(await onlyLayer(`<text x="30" y="80" font-size="20" ${attributes}>Hello</text>`)).toMatchObject(expected);
  });

  test("has no attribute for a default value", async () => {
    const layer = await onlyLayer('<text x="30" y="80" font-weight="400" letter-spacing="0">Hello</text>');
    expect(Object.keys(layer)).toEqual([
      "id",
      "name",
      "type",
      "x",
      "y",
      "text",
      "font_family",
      "font_size",
      "line_height",
      "color",
    ]);
  });

  test("with a gradient keeps it, and with a pattern is black and has a note", async () => {
    const gradient = '<linearGradient id="g"><stop/><stop offset="1" stop-color="#fff"/></linearGradient>';
    const text = '<text x="30" y="80" font-size="20" fill="url(#g)">Hello</text>';
    expect(await onlyLayer(gradient + text)).toMatchObject({ text_gradient: { type: "linear-gradient", angle: 90 } });
    const { layers, notes } = await imported(`<pattern id="g"/>${text}`);
    expect(layers[0]).not.toHaveProperty("color");
    expect(notes).toEqual(["A text has a pattern or a gradient that a layer cannot have. It is black."]);
  });

  test.each([
    ["stretched by more than two percent", 'transform="scale(1.03 1)"', 1],
    ["stretched by less", 'transform="scale(1.01 1)"', 0],
    ["vertical", 'writing-mode="tb"', 1],
    ["level", 'writing-mode="lr"', 0],
  ])("that is %s has the right notes", async (_, attributes, count) => {
    const { notes } = await imported(`<text x="30" y="80" ${attributes}>Hello</text>`);
    expect(notes).toHaveLength(count);
  });
});
