import { describe, expect, test } from "@jest/globals";
import { withDirectGradients } from "../../src/html/gradient-fills.js";
import { drawGenerated, WIDTH } from "./draw-generated.js";

const STOPS = '<stop offset="0" stop-color="rgba(250,80,20,.4)"/><stop offset="1" stop-color="rgb(13,34,168)"/>';
const LINEAR = `<linearGradient id="g" x1="0.1" y1="1" x2="0.9" y2="0">${STOPS}</linearGradient>`;
const RADIAL = `<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="16" cy="20" r="45">${STOPS}</radialGradient>`;

/** The place of the box in the picture, and its size. */
const BOX = 'x="21" y="13" width="50" height="40"';
const RECTANGLE = `<rect ${BOX} fill="url(#p)"/>`;
const ROUND = `<path ${BOX} fill="url(#p)" d="M31,13h30a10,10 0 0 1 10,10v20a10,10 0 0 1 -10,10h-30a10,10 0 0 1 -10,-10v-20a10,10 0 0 1 10,-10"/>`;
const TURNED = `<rect ${BOX} fill="url(#p)" transform="rotate(12 46 33)"/>`;

/** Returns a gradient as satori 0.63 writes it: as the only tile of a pattern. */
function pattern(gradient: string, share = 1): string {
  const rect = `<rect x="0" y="0" width="${50 * share}" height="${40 * share}" fill="url(#g)"/>`;
  const tile = `x="0" y="0" width="${share}" height="${share}" patternUnits="objectBoundingBox"`;
  return `<defs><pattern id="p" ${tile}>${gradient}${rect}</pattern></defs>`;
}

describe("a gradient that fills its box", () => {
  test.each([
    ["linear", "a rectangle", LINEAR, RECTANGLE],
    ["radial", "a rectangle", RADIAL, RECTANGLE],
    ["linear", "a round box", LINEAR, ROUND],
    ["radial", "a round box", RADIAL, ROUND],
    ["radial", "a turned box", RADIAL, TURNED],
  ])("a gradient looks the same without its pattern: %s, in %s", async (_kind, _shape, gradient, shape) => {
    const before = await drawGenerated(pattern(gradient) + shape);
    const after = await drawGenerated(pattern(gradient) + shape, withDirectGradients);
    expect(before.file).toContain("<pattern");
    expect(after.file).not.toContain("<pattern");
    let shown = 0;
    for (let at = 0; at < before.pixels.length; at += 4) {
      const alpha = before.pixels[at + 3] ?? 0;
      // At the edges of the box, the tile is blended with transparent pixels or with its opposite edge.
      if (!isInside(at / 4)) continue;
      shown += 1;
      expect(Math.abs((after.pixels[at + 3] ?? 0) - alpha)).toBeLessThanOrEqual(3);
      for (const channel of [0, 1, 2]) {
        const difference = Math.abs((after.pixels[at + channel] ?? 0) - (before.pixels[at + channel] ?? 0));
        expect((difference * alpha) / 255).toBeLessThanOrEqual(3);
      }
    }
    expect(shown).toBe(30 * 20);
  });

  test.each([
    ["that is smaller than its box", pattern(RADIAL, 0.5) + RECTANGLE],
    ["that fills two boxes", pattern(RADIAL) + RECTANGLE + TURNED],
    ["of a box of another size", pattern(LINEAR) + RECTANGLE.replace('height="40"', 'height="39"')],
    ["beside something else in its tile", pattern(`${LINEAR}<rect width="9" height="9"/>`) + RECTANGLE],
  ])("a gradient %s stays a pattern", async (_, inside) => {
    const { file } = await drawGenerated(inside, withDirectGradients);
    expect(file).toContain("<pattern");
    expect(file).toBe((await drawGenerated(inside)).file);
  });
});

/** Returns whether a pixel is in the middle of the box and of the rotated box. */
function isInside(index: number): boolean {
  const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
  return x >= 31 && x < 61 && y >= 23 && y < 43;
}
