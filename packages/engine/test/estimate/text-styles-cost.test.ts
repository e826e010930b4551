import { describe, expect, test } from "@jest/globals";
import { estimate } from "./support.js";

const SOURCE = "/api/v1/uploads/0190c0de-0000-7000-8000-000000000001/file";

/** The estimate of a rich text, in milliseconds. */
function timeOf(text_styles: readonly object[], attributes: object = {}, rest: object = {}): number {
  const text = "[one]{big} two three four five six seven".repeat(10);
  const box = { id: "t", type: "text", width: 1200, height: 600, font_size: 20, rich: true };
  const layers = [{ ...box, text, text_styles, ...attributes }];
  return estimate({ width: 1200, height: 600, layers, ...rest }).cpuMs;
}

describe("the estimate of styles in a rich text", () => {
  test("a larger style counts for all letters, and only in a rich text", () => {
    const [plain, large] = [timeOf([]), timeOf([{ name: "big", font_size: 200 }])];
    // 400 letters, each with 180 more pixels of 350 ns.
    expect(large - plain).toBeGreaterThan(20);
    expect(timeOf([{ name: "big", font_size: 200 }], { rich: false })).toBeCloseTo(timeOf([], { rich: false }));
  });

  test("a style without a size or with the text's own size costs nothing more", () => {
    expect(timeOf([{ name: "big", font_weight: 700, color: "#ff0000" }])).toBeCloseTo(timeOf([]));
    expect(timeOf([{ name: "big", font_size: 20 }])).toBeCloseTo(timeOf([]));
  });

  test("each different family of the styles counts, and an uploaded one counts its letters", () => {
    const family = (font_family: string) => [{ name: "big", font_family }];
    expect(timeOf(family("Inter"))).toBeCloseTo(timeOf([]));
    expect(timeOf(family("Lora")) - timeOf([])).toBeGreaterThan(20);
    const fonts = { fonts: [{ family: "Brand", src: SOURCE }] };
    expect(timeOf(family("Brand"), {}, fonts) - timeOf(family("Lora"), {}, fonts)).toBeGreaterThan(20);
  });

  test("a text that grows counts no letters beyond 2,000 pixels", () => {
    const grows = { text_fit: "grow", font_size: 2, max_font_size: 2000 };
    const room = { width: 2000, height: 2000 };
    const time = timeOf([{ name: "big", font_size: 1000 }], { ...grows, ...room, text: "[o]{big}" }, room);
    const same = timeOf([], { text: "o", font_size: 2000, ...room }, room);
    expect(time).toBeLessThan(3 * same);
  });
});
