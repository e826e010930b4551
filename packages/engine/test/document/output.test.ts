import { describe, expect, test } from "@jest/globals";
import { checkOutput, outputSchema, pictureSize } from "../../src/document/output.js";

const document = { width: 1200, height: 630 };

describe("checkOutput", () => {
  test("all formats except jpg can be transparent", () => {
    const issues = (format: "png" | "jpg" | "webp" | "avif") =>
      checkOutput(document, outputSchema.parse({ format, transparent: true })).map(({ path }) => path);
    expect([issues("png"), issues("webp"), issues("avif"), issues("jpg")]).toEqual([[], [], [], ["transparent"]]);
  });

  test("a scale that makes the picture larger than 25 megapixels is an issue", () => {
    expect(checkOutput({ width: 4000, height: 4000 }, outputSchema.parse({ scale: 1.25 }))).toEqual([]);
    const issues = checkOutput({ width: 4000, height: 4000 }, outputSchema.parse({ scale: 1.3 }));
    expect(issues.map(({ path }) => path)).toEqual(["scale"]);
  });
});

describe("pictureSize", () => {
  test("the size of a picture is in whole pixels and at least 1", () => {
    expect(pictureSize(document, 0.33)).toEqual({ width: 396, height: 208 });
    expect(pictureSize({ width: 1, height: 1 }, 0.1)).toEqual({ width: 1, height: 1 });
  });
});
