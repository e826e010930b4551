import { describe, expect, test } from "@jest/globals";
import { type Attributes, near, paint } from "./text-support.js";

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];
const WHITE = [255, 255, 255];

/** The letter I of Inter is a plain bar. At this size and weight it is about 30 pixels wide. */
const BAR: Attributes = { font_size: 100, font_weight: 800, line_height: 1.2, color: "#ff0000" };

/** The center and the edges of all painted pixels of a text. */
function middle(text: string, attributes: Attributes = {}) {
  const { left, right, top, bottom } = paint(text, attributes).paintedBox() ?? { left: 0, right: 0, top: 0, bottom: 0 };
  return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2), left, right, top, bottom };
}

describe("painted letters", () => {
  test("letters have the text's color and paint nothing around them", () => {
    const { x, y } = middle("I", BAR);
    const painting = paint("I", BAR);
    expect(painting.at(x, y)).toEqual(RED);
    expect(painting.at(x + 60, y)).toEqual(WHITE);
  });

  test("letters are on the baseline of the layout and as high as the font's capital letters", () => {
    const { top, bottom } = middle("H", { ...BAR, font_weight: 400 });
    const { baseline } = paint("H", { ...BAR, font_weight: 400 }).layout.lines[0] ?? { baseline: 0 };
    expect(bottom + 1 - 20).toBe(baseline);
    // The capital letters of Inter are 1490 of 2048 units high (its OS/2 table).
    expect(Math.abs(bottom + 1 - top - (100 * 1490) / 2048)).toBeLessThan(1);
  });

  test("a colored part of a rich text has its color and the rest has the layer's color", () => {
    const painting = paint("I[I]{#0000ff}", { ...BAR, rich: true });
    const { left, right, y } = middle("I[I]{#0000ff}", { ...BAR, rich: true });
    expect(painting.at(left + 10, y)).toEqual(RED);
    expect(painting.at(right - 10, y)).toEqual(BLUE);
  });

  test("a text gradient extends over the text's box", () => {
    const text_gradient = {
      type: "linear-gradient" as const,
      angle: 90,
      stops: [
        { color: "#ff0000", position: 0 },
        { color: "#0000ff", position: 1 },
      ],
    };
    const attributes: Attributes = { ...BAR, text_gradient, align: "center" };
    const { x, y } = middle("I", attributes);
    expect(near(paint("I", attributes).at(x, y), [127, 0, 127])).toBe(true);
  });

  test("italic text is slanted if the family has no italic face", () => {
    const slanted: Attributes = { font_family: "Oswald", font_size: 120, font_style: "italic" };
    const upright = middle("I", { ...slanted, font_style: "normal" });
    const leaning = middle("I", slanted);
    expect(leaning.right - leaning.left).toBeGreaterThan(upright.right - upright.left + 10);
  });

  test("bold marks embolden letters if the family has no bold face", () => {
    const script: Attributes = { font_family: "Great Vibes", font_size: 120, rich: true };
    const width = (text: string) => middle(text, script).right - middle(text, script).left;
    expect(width("**l**")).toBeGreaterThan(width("l") + 2);
  });

  test("a text outline is outside of the letters and beneath them", () => {
    const stroke: Attributes = { ...BAR, stroke_color: "#0000ff", stroke_width: 6 };
    const plain = middle("I", BAR);
    const outlined = middle("I", stroke);
    expect([plain.left - outlined.left, outlined.right - plain.right]).toEqual([6, 6]);
    const painting = paint("I", stroke);
    expect(painting.at(plain.left - 3, plain.y)).toEqual(BLUE);
    expect(painting.at(plain.left + 2, plain.y)).toEqual(RED);
  });
});

describe("shadows", () => {
  test("a text shadow is offset from the letters and beneath them", () => {
    const shadow: Attributes = { ...BAR, shadow_color: "#0000ff", shadow_x: 100, shadow_y: 10 };
    const { x, y } = middle("I", BAR);
    const painting = paint("I", shadow);
    expect(painting.at(x + 100, y + 10)).toEqual(BLUE);
    expect(painting.at(x, y)).toEqual(RED);
    expect(paint("I", { ...shadow, shadow_x: 5, shadow_y: 0 }).at(x, y)).toEqual(RED);
  });

  test("a blurred text shadow is not cut off", () => {
    const plain = middle("I", BAR);
    const blurred = middle("I", { ...BAR, shadow_color: "#000000", shadow_blur: 24 });
    expect(plain.left - blurred.left).toBeGreaterThan(12);
    expect(plain.top - blurred.top).toBeGreaterThan(12);
  });

  test("the shadow of an emoji is its silhouette in the shadow's color", () => {
    const attributes: Attributes = { font_size: 80, shadow_color: "#0000ff", shadow_x: 150 };
    const { left, right, y } = middle("😀", { font_size: 80 });
    expect(near(paint("😀", attributes).at(Math.round((left + right) / 2) + 150, y), BLUE)).toBe(true);
  });
});

describe("text_decoration", () => {
  test.each([
    ["underline", "beneath the letters"],
    ["overline", "above the letters"],
    ["line-through", "through the letters"],
  ] as const)("text_decoration %s is a sharp bar %s along the whole width", (...[text_decoration]) => {
    const attributes: Attributes = { ...BAR, font_size: 60, text_decoration };
    const bare = middle("II", { ...BAR, font_size: 60 });
    const { left, right } = middle("II", attributes);
    const painting = paint("II", attributes);
    const between = Math.round((bare.left + bare.right) / 2);
    const column = Array.from({ length: 200 }, (_, y) => painting.at(between, y)).map((pixel, y) => ({ pixel, y }));
    const bar = column.filter(({ pixel }) => !near(pixel, WHITE, 5));
    // Sharp means that there is no pixel between the background and the full color.
    expect(bar.every(({ pixel }) => near(pixel, RED, 2))).toBe(true);
    expect(bar.length).toBeGreaterThanOrEqual(3);
    const at = bar[0]?.y ?? 0;
    if (text_decoration === "underline") expect(at).toBeGreaterThan(bare.bottom);
    if (text_decoration === "overline") expect(at).toBeLessThan(bare.top);
    if (text_decoration === "line-through") expect(at > bare.top + 10 && at < bare.bottom - 10).toBe(true);
    expect(right - left).toBeGreaterThan(bare.right - bare.left);
  });
});

test("an overline is as far above the letters as the underline is beneath them", () => {
  const attributes: Attributes = { ...BAR, font_size: 60 };
  const { top, bottom, left, right } = middle("II", attributes);
  const barOf = (text_decoration: "overline" | "underline") => {
    const painting = paint("II", { ...attributes, text_decoration });
    const between = Math.round((left + right) / 2);
    const rows = Array.from({ length: 200 }, (_, y) => y).filter((y) => !near(painting.at(between, y), WHITE, 5));
    return { first: rows[0] ?? 0, last: rows.at(-1) ?? 0 };
  };
  const gaps = { over: top - barOf("overline").last, under: barOf("underline").first - bottom };
  expect(Math.abs(gaps.over - gaps.under)).toBeLessThanOrEqual(2);
});

describe("highlights", () => {
  const attributes: Attributes = { font_size: 40, highlight_color: "#00ff00" };

  test("a highlight is behind each line and as wide as the line", () => {
    const painting = paint("Hello\nHi", attributes);
    const [first, second] = painting.layout.lines;
    expect(painting.at(22, 22)).toEqual([0, 255, 0]);
    const x = 20 + Math.round(first?.width ?? 0) - 3;
    expect(painting.at(x, 24)).toEqual([0, 255, 0]);
    expect(painting.at(x, 20 + (second?.top ?? 0) + 6)).toEqual(WHITE);
  });

  test("highlights have padding and rounded corners, and overlapping transparent highlights do not add up", () => {
    const padded = paint("Hello\nHello", {
      ...attributes,
      highlight_color: "rgba(0, 255, 0, 0.5)",
      highlight_padding: 8,
      highlight_radius: 8,
    });
    expect(padded.paintedBox()).toMatchObject({ left: 12, top: 12 });
    expect(padded.at(12, 12)).toEqual(WHITE);
    const inFirst = padded.at(14, 40);
    const overlap = padded.at(14, 20 + (padded.layout.lines[1]?.top ?? 0));
    expect(overlap).toEqual(inFirst);
  });

  test("an empty line has no highlight", () => {
    expect(near(paint("a\n\na", attributes).at(24, 20 + 48 + 20), WHITE)).toBe(true);
  });
});

describe("emoji", () => {
  test("an emoji is drawn in its own colors", () => {
    const { x, y } = middle("😀", { font_size: 100 });
    const [red = 0, green = 0, blue = 255] = paint("😀", { font_size: 100, color: "#0000ff" }).at(x - 20, y - 30);
    expect(red > 200 && green > 150 && blue < 120).toBe(true);
  });

  test("a flag emoji shows the stripes of its country's flag", () => {
    const { x, top, bottom } = middle("🇩🇪", { font_size: 100 });
    const painting = paint("🇩🇪", { font_size: 100 });
    const stripe = (part: number) => painting.at(x, Math.round(top + (bottom - top) * part));
    expect(near(stripe(0.15), [0, 0, 0])).toBe(true);
    expect(near(stripe(0.5), [255, 0, 0])).toBe(true);
    expect(near(stripe(0.85), [255, 204, 0])).toBe(true);
  });

  test("different emoji in one picture have different IDs", () => {
    const { svg } = paint("😀😎🎉🇪🇸", { font_size: 30 });
    const bodies = [...svg.matchAll(/<svg [^>]*>(.*?)<\/svg>/gs)].map(([, body = ""]) => body);
    const owners = bodies.map((body) => new Set([...body.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id)));
    const all = owners.flatMap((ids) => [...ids]);
    expect(new Set(all).size).toBe(all.length);
    const referred = [...svg.matchAll(/url\(#([^)]+)\)|href="#([^"]+)"/g)].map(([, url, href]) => url ?? href);
    expect(referred.filter((id) => !all.includes(id))).toEqual([]);
  });
});

describe("paintText", () => {
  const TEXT = "Ágfj [Q]{red} **b** *j* 😀 שלום (אב) กี่";

  test.each<[string, Attributes]>([
    ["plain", {}],
    ["outlined", { stroke_width: 9 }],
    ["shadowed", { shadow_color: "#000", shadow_x: 20, shadow_y: -12, shadow_blur: 20 }],
    ["highlighted", { highlight_color: "#0f0", highlight_padding: 11 }],
    ["underlined", { text_decoration: "underline" }],
    ["slanted", { font_family: "Great Vibes", font_style: "italic" }],
  ])("the bounds of a %s text contain all painted pixels", (_, attributes) => {
    const painting = paint(TEXT, { rich: true, font_size: 40, line_height: 0.8, ...attributes });
    const { left, right, top, bottom } = painting.paintedBox() ?? { left: 0, right: 0, top: 0, bottom: 0 };
    const { x, y, width, height } = painting.bounds;
    expect(left >= Math.floor(x) && top >= Math.floor(y)).toBe(true);
    expect(right < Math.ceil(x + width) && bottom < Math.ceil(y + height)).toBe(true);
  });

  test("the same text gives the same SVG again", () => {
    const attributes: Attributes = { rich: true, shadow_color: "#000", shadow_blur: 3 };
    expect(paint(TEXT, attributes).svg).toBe(paint(TEXT, attributes).svg);
  });

  test("the SVG of a text contains only path data, not the text itself", () => {
    const { svg } = paint('<script>alert("x")</script>&amp;', { rich: true });
    expect(svg).not.toMatch(/script|alert|&amp;/);
    expect(svg).toMatch(/^<path d="[-MmLlQqCcVvHhZz\d. ]+" fill="#000000"\/>$/);
  });

  test("an empty text has an empty SVG and empty bounds", () => {
    expect(paint(" \n ", { stroke_width: 4, highlight_color: "red", shadow_color: "red" })).toMatchObject({
      svg: "",
      bounds: { width: 0, height: 0 },
    });
  });
});
