import { expect, test } from "@jest/globals";
import sharp from "sharp";
import { filterImage } from "../../src/images/filter-image.js";
import { makeImage } from "../support.js";

test("filterImage with greyscale keeps size and alpha and removes all color", async () => {
  const png = await makeImage(4, 2, (x) => (x < 2 ? [200, 40, 40, 255] : [0, 0, 0, 0]));
  const filters = { blur: 0, greyscale: true, brightness: 1, tint: "transparent" };
  const size = { width: 4, height: 2 };
  const { pixels, width, height } = await filterImage(() => sharp(png), size, filters, 1);
  expect({ width, height, bytes: pixels.length }).toEqual({ ...size, bytes: 4 * 2 * 4 });
  const [red = -1, green = -2, blue = -3, alpha] = pixels;
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThanOrEqual(1);
  expect([alpha, pixels[15]]).toEqual([255, 0]);
});
