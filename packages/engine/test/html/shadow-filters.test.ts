import { describe, expect, test } from "@jest/globals";
import { withFastShadows } from "../../src/html/shadow-filters.js";
import { drawGenerated, WIDTH } from "./draw-generated.js";

const REGION = 'x="-125%" y="-100%" width="350%" height="300%"';

/** A box with a shadow, as satori 0.63 writes it: outside of the box, or inside of it. */
function boxShadow(blur: number, color: string, side: "outside" | "inside"): string {
  const [around, box] = side === "outside" ? ["#fff", "#000"] : ["#000", "#fff"];
  return (
    `<mask id="m" maskUnits="userSpaceOnUse"><rect width="90" height="60" fill="${around}"/>` +
    `<rect x="30" y="20" width="40" height="25" fill="${box}"/></mask>` +
    `<defs><filter id="s" ${REGION}><feGaussianBlur stdDeviation="${blur / 2}" result="b"/>` +
    `<feFlood flood-color="${color}" in="SourceGraphic" result="f"/>` +
    `<feComposite in="f" in2="b" operator="${side === "outside" ? "in" : "out"}"/></filter></defs>` +
    '<g mask="url(#m)" filter="url(#s)"><rect x="33" y="24" width="40" height="25" fill="#fff"/></g>'
  );
}

/** A text with a shadow, as satori writes it. */
function textShadow(blur: number, color: string): string {
  return (
    `<defs><filter id="s" ${REGION}><feGaussianBlur in="SourceAlpha" stdDeviation="${blur / 2}" result="b"/>` +
    `<feOffset in="b" dx="3" dy="4" result="o"/><feFlood flood-color="${color}" flood-opacity="1" result="c"/>` +
    '<feComposite in="c" in2="o" operator="in" result="r"/><feMerge><feMergeNode in="r"/><feMergeNode in="SourceGraphic"/>' +
    '</feMerge></filter></defs><g filter="url(#s)"><path d="M20 20L60 40L30 50Z" fill="rgba(120,40,200,.8)"/></g>'
  );
}

/** A pixel in the middle of both the text and its shadow, and a pixel that only the shadow covers. */
const [IN_BOTH, IN_SHADOW] = [38 * WIDTH + 40, 49 * WIDTH + 40];

const pixelAt = (pixels: Buffer, index: number) => [...pixels.subarray(4 * index, 4 * index + 4)];

describe("the shadows of HTML", () => {
  test.each([
    ["outside of a box", boxShadow(12, "rgb(200,30,77)", "outside"), [200, 30, 77]],
    ["outside of a box, without blur", boxShadow(0, "rgba(200,30,77,0.37)", "outside"), [200, 30, 77]],
    ["inside of a box, translucent", boxShadow(9, "rgba(20,130,77,0.8)", "inside"), [20, 130, 77]],
  ])("shadows %s are as opaque as before, and have the color of CSS", async (_, drawing, color) => {
    const slow = await drawGenerated(drawing);
    const { pixels } = await drawGenerated(drawing, withFastShadows);
    let shown = 0;
    for (let at = 0; at < pixels.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
      expect(Math.abs(alpha - (slow.pixels[at + 3] ?? 0))).toBeLessThanOrEqual(1);
      // A faint color has few levels.
      if (alpha < 64) continue;
      shown += 1;
      const levels = Math.ceil(255 / alpha);
      const differences = [red, green, blue].map((channel, index) => Math.abs(channel - (color[index] ?? 0)));
      expect(Math.max(...differences)).toBeLessThanOrEqual(levels);
    }
    expect(shown).toBeGreaterThan(100);
  });

  test("the shadow of a text is under the text, blended as in browsers", async () => {
    const { pixels } = await drawGenerated(textShadow(0, "rgb(20,130,77)"), withFastShadows);
    // The text covers four fifths, and the shadow below is as opaque as the text.
    const mixed = [120, 40, 200].map((text, index) => (text * 0.8 + ([20, 130, 77][index] ?? 0) * 0.16) / 0.96);
    const expected = [...mixed, 0.96 * 255];
    pixelAt(pixels, IN_BOTH).forEach((value, index) =>
      expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThanOrEqual(2),
    );
    const shadow = [20, 130, 77, 0.8 * 255];
    pixelAt(pixels, IN_SHADOW).forEach((value, index) =>
      expect(Math.abs(value - (shadow[index] ?? 0))).toBeLessThanOrEqual(2),
    );
  });

  test("shadows are blurred without colors, and without a conversion to linear light", async () => {
    const { file } = await drawGenerated(boxShadow(12, "red", "outside"), withFastShadows);
    expect(file).toContain('color-interpolation-filters="sRGB"');
    expect(file.match(/<feGaussianBlur[^>]*>/)?.[0]).toContain('in="SourceAlpha"');
  });
});
