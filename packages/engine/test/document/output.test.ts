import { describe, expect, test } from "@jest/globals";
import type { ImageFormat } from "../../src/formats/registry.js";
import { checkOutput, drawnOutputSchema, outputSchema, pictureSize } from "../../src/document/output.js";

const document = { width: 1200, height: 630 };

describe("checkOutput", () => {
  test("all formats except jpg can be transparent", () => {
    const issues = (format: ImageFormat) =>
      checkOutput(document, outputSchema.parse({ format, transparent: true })).map(({ path }) => path);
    const others = ["png", "webp", "avif", "pdf"] as const;
    expect(others.map(issues)).toEqual([[], [], [], []]);
    expect(issues("jpg")).toEqual(["transparent"]);
  });

  test("a scale that makes the picture larger than 25 megapixels is an issue", () => {
    expect(checkOutput({ width: 4000, height: 4000 }, outputSchema.parse({ scale: 1.25 }))).toEqual([]);
    const issues = checkOutput({ width: 4000, height: 4000 }, outputSchema.parse({ scale: 1.3 }));
    expect(issues).toEqual([
      {
        path: "scale",
        message: "At this scale the picture has 27.04 megapixels; the maximum is 25. Use a scale of at most 1.25.",
      },
    ]);
  });

  test.each([
    [1240, 1754, 2_000_000, 0.95],
    // The exact root is 0.5164, and at 0.52 both sides are rounded up.
    [3000, 2500, 2_000_000, 0.51],
    // The exact root is 1.4142, and at 1.41 the sides are rounded to 1411 × 1411.
    [1001, 1001, 2_000_000, 1.41],
    [8192, 3, 24_000, 0.97],
  ])(
    "the issue of a picture of %i × %i pixels names the greatest scale that fits",
    (width, height, maxPixels, scale) => {
      const size = { width, height };
      const [issue] = checkOutput(size, outputSchema.parse({ scale: 4 }), maxPixels);
      expect(issue?.message).toContain(`Use a scale of at most ${scale}.`);
      expect(checkOutput(size, outputSchema.parse({ scale }), maxPixels)).toEqual([]);
      expect(checkOutput(size, outputSchema.parse({ scale: scale + 0.01 }), maxPixels)).toHaveLength(1);
    },
  );

  test("the engine draws pictures from scale 0.05, and stored pictures have at least 0.1", () => {
    const isAccepted = (schema: typeof outputSchema | typeof drawnOutputSchema, scale: number) =>
      schema.safeParse({ scale }).success;
    const scales = [0.04, 0.05, 0.1, 4, 4.1];
    expect(scales.map((scale) => isAccepted(drawnOutputSchema, scale))).toEqual([false, true, true, true, false]);
    expect(scales.map((scale) => isAccepted(outputSchema, scale))).toEqual([false, false, true, true, false]);
  });
});

describe("pictureSize", () => {
  test("the size of a picture is in whole pixels and at least 1", () => {
    expect(pictureSize(document, 0.33)).toEqual({ width: 396, height: 208 });
    expect(pictureSize({ width: 1, height: 1 }, 0.1)).toEqual({ width: 1, height: 1 });
  });
});
