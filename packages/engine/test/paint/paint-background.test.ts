import { describe, expect, test } from "@jest/globals";
import { EMPTY_FRAGMENT } from "../../src/paint/fragment.js";
import { paintBackground } from "../../src/paint/paint-background.js";

const SIZE = { width: 40, height: 30 };
const BOUNDS = { x: 0, y: 0, width: 40, height: 30 };

describe("paintBackground", () => {
  test("an opaque color fills the document, and is known as the color of the ground", () => {
    expect(paintBackground(SIZE, "#f80")).toEqual({
      svg: '<path d="M0 0H40V30H0Z" fill="#ff8800"/>',
      bounds: BOUNDS,
      ground: { red: 255, green: 136, blue: 0, alpha: 1 },
    });
  });

  test("a translucent color fills the document, but hides nothing", () => {
    const { svg, ground } = paintBackground(SIZE, "rgba(255, 0, 0, 0.99)");
    expect(svg).toBe('<path d="M0 0H40V30H0Z" fill="#ff0000" fill-opacity="0.99"/>');
    expect(ground).toBeUndefined();
  });

  test("a transparent color draws nothing", () => {
    expect(paintBackground(SIZE, "transparent")).toEqual(EMPTY_FRAGMENT);
  });

  test("a gradient fills the document from side to side, and is no single color", () => {
    const stops = [
      { color: "#000", position: 0 },
      { color: "#fff", position: 1 },
    ];
    const { svg, bounds, ground } = paintBackground(SIZE, { type: "linear-gradient", angle: 90, stops });
    expect(svg).toMatch(/^<defs><linearGradient id="(\w+)" .*<\/defs><path d="M0 0H40V30H0Z" fill="url\(#\1\)"\/>$/);
    expect(svg).toContain('x1="0" y1="15" x2="40" y2="15"');
    expect(bounds).toEqual(BOUNDS);
    expect(ground).toBeUndefined();
  });
});
