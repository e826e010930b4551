import { describe, expect, test } from "@jest/globals";
import { layOutText, measureText } from "../../src/text/lay-out-text.js";
import { paintText } from "../../src/text/paint-text.js";
import { type Attributes, engine, specOf } from "./text-support.js";
import fc from "../../../../test/support/fast-check.js";

/** Difficult input: combining marks without letters, lone surrogates, controls, joiners, direction marks. */
const PIECES = [
  "a",
  "Z",
  " ",
  "é",
  "\n",
  "\t",
  "*",
  "[",
  "]",
  "{",
  "\\",
  "…",
  "-",
  "/",
  "ffi",
  "\u0301\u0301",
  "\u200d",
  "\ufe0f",
  "\u202e",
  "\u2067",
  "\u2069",
  "\u00ad",
  "\u00a0",
  "\u0000",
  "\ud83d",
  "\udc00",
  "\u{e0067}",
  "🇩",
  "👨‍👩‍👧",
  "1️⃣",
  "مرحبا",
  "(שלום)",
  "क्ष्र",
  "ที่",
  "日本",
  "한",
  "𓀀",
  "\u{10ffff}",
  "]{red}",
];

const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(""));
const attributes: fc.Arbitrary<Attributes> = fc.record({
  rich: fc.boolean(),
  font_size: fc.constantFrom(1, 7.3, 40, 2000),
  text_fit: fc.constantFrom("cut", "shrink", "grow", "both"),
  text_wrap: fc.constantFrom("greedy", "balance"),
  align: fc.constantFrom("start", "end", "left", "center", "right", "justify"),
  vertical_align: fc.constantFrom("top", "middle", "bottom"),
  text_direction: fc.constantFrom("auto", "ltr", "rtl"),
  text_transform: fc.constantFrom("none", "uppercase", "capitalize"),
  text_decoration: fc.constantFrom("none", "underline", "line-through", "overline"),
  letter_spacing: fc.constantFrom(-0.5, 0, 0.3, 5),
  line_height: fc.constantFrom(0.5, 1.2, 5),
  max_lines: fc.constantFrom(undefined, 1, 3),
  font_family: fc.constantFrom("Inter", "Great Vibes", "Noto Sans Arabic", "Noto Sans JP"),
  stroke_width: fc.constantFrom(0, 3),
  shadow_color: fc.constantFrom("transparent", "#000"),
  highlight_color: fc.constantFrom("transparent", "#ff0"),
});
const boxes = fc.record({ width: fc.constantFrom(1, 60, 900), height: fc.constantFrom(1, 50, 600) });

describe("random texts with random attributes", () => {
  test("any text is laid out and painted without an error, with finite numbers and within the allowed lines", () => {
    fc.assert(
      fc.property(texts, attributes, boxes, (text, given, box) => {
        const spec = specOf(text, given);
        const layout = layOutText(engine, spec, box);
        const { svg, bounds } = paintText(engine, layout, spec, { x: 3, y: 5 });
        expect(svg).not.toMatch(/NaN|Infinity|undefined|e[-+]\d/);
        expect(Object.values(bounds).every(Number.isFinite)).toBe(true);
        expect(layout.lines.length).toBeLessThanOrEqual(spec.max_lines ?? Infinity);
        const { width, height } = measureText(engine, spec);
        expect(Number.isFinite(width) && Number.isFinite(height)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("any text fits into the size that was measured for it", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(0, 0.3), (text, letter_spacing) => {
        const spec = specOf(text, { letter_spacing });
        const size = measureText(engine, spec);
        const { lines, isCut } = layOutText(engine, spec, { width: Math.max(1, size.width), height: 5000 });
        const last = lines.at(-1);
        expect([isCut, last === undefined ? 0 : last.top + Math.round(32 * 1.2)]).toEqual([false, size.height]);
      }),
      { numRuns: 200 },
    );
  });

  test("a text of 10,000 characters is laid out within the memory limit of the cache", () => {
    for (const piece of ["x", "\u0301", "(\u202e", "مر ", "日", "😀", "[a]{red}", "\u00ad", "ก"]) {
      const text = piece.repeat(Math.floor(10_000 / piece.length));
      const spec = specOf(text, { rich: true, text_fit: "shrink", text_wrap: "balance", min_font_size: 1 });
      const { lines } = layOutText(engine, spec, { width: 400, height: 400 });
      expect(lines.length).toBeGreaterThan(0);
    }
    expect(engine.parts.prepared.bytes).toBeLessThan(20_000_000);
  });
});
