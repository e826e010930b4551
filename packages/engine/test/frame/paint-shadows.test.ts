import { describe, expect, test } from "@jest/globals";
import { paintShadows } from "../../src/frame/paint-shadows.js";
import { bytesOf } from "../../src/frame/tile.js";

const AREA = { left: 0, top: 0, width: 256, height: 1 };
const COLORS = [
  { red: 212, green: 210, blue: 175, alpha: 0.76 },
  { red: 9, green: 101, blue: 250, alpha: 0.13 },
  { red: 77, green: 33, blue: 5, alpha: 0.51 },
];
const shades = COLORS.map((color, index) => ({
  color,
  coverage: Uint16Array.from({ length: 256 }, (_, at) => 257 * ((at * (2 * index + 1)) % 256)),
}));

/** Blends by the definition of source-over, with channels from 0 to 1. */
function over(under: readonly number[], color: readonly number[], alpha: number): number[] {
  return under.map((value, channel) => (color[channel] ?? 0) * alpha + value * (1 - alpha));
}

function blended(at: number): number[] {
  return shades.reduce<number[]>(
    (under, { color: { red, green, blue, alpha }, coverage }) =>
      over(under, [red / 255, green / 255, blue / 255, 1], (alpha * (coverage[at] ?? 0)) / 65_535),
    [0, 0, 0, 0],
  );
}

describe("paintShadows", () => {
  test("rounds each pixel of several translucent shadows once, to the nearest byte", () => {
    const bytes = bytesOf(paintShadows(AREA, shades));
    const expected = Array.from({ length: 256 }, (_, at) => blended(at)).flat();
    for (const [index, value] of expected.entries()) {
      expect(Math.abs((bytes[index] ?? 0) - 255 * value)).toBeLessThanOrEqual(0.5 + 1e-9);
    }
  });

  test("paints a tile over the shadows, with inner shadows that do not exceed its alpha", () => {
    // Four translucent white pixels from 2 on. Only the first of them is seen.
    const tile = { left: 2, top: 0, width: 4, height: 1, pixels: new Uint32Array(4).fill(0x80808080) };
    const inner = { color: { red: 255, green: 0, blue: 0, alpha: 1 }, coverage: Uint16Array.of(65_535) };
    const seen = { left: 2, top: 0, width: 1, height: 1 };
    const bytes = bytesOf(paintShadows({ ...AREA, width: 4 }, [], { tile, seen, shades: [inner] }));
    expect([...bytes.subarray(8, 12)]).toEqual([128, 0, 0, 128]);
    expect([...bytes.subarray(12, 16)]).toEqual([0, 0, 0, 0]);
  });
});
