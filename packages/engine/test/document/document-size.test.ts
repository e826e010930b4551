import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { maxSizeOf } from "../../src/document/document-size.js";

/** The issues of a document with these sides, or its checked sides. */
function check(sides: object): unknown {
  const checked = checkTemplateDocument({ width: 400, layers: [], ...sides });
  return "issues" in checked ? checked.issues : maxSizeOf(checked.document);
}

describe("the height of a document", () => {
  test("a height that hugs counts as max_height", () => {
    expect(check({ height: "hug", max_height: 3000 })).toEqual({ width: 400, height: 3000 });
    expect(check({ height: "hug", max_height: 3000, min_height: 3000 })).toEqual({ width: 400, height: 3000 });
    expect(check({ height: 20 })).toEqual({ width: 400, height: 20 });
  });

  test("a height that hugs needs max_height", () => {
    const message = 'A document with "height": "hug" needs it: the greatest height of a picture, in pixels.';
    expect(check({ height: "hug" })).toEqual([{ path: "max_height", message }]);
    expect(check({ height: "hug", min_height: 5 })).toEqual([{ path: "max_height", message }]);
  });

  test("max_height and min_height are only for a height that hugs", () => {
    const message = 'It is only for "height": "hug". Remove it, or let the height hug.';
    expect(check({ height: 20, max_height: 30, min_height: 10 })).toEqual([
      { path: "max_height", message },
      { path: "min_height", message },
    ]);
  });

  test("min_height is at most max_height", () => {
    const message = "It must be at most max_height, 30.";
    expect(check({ height: "hug", max_height: 30, min_height: 31 })).toEqual([{ path: "min_height", message }]);
  });

  test("the limits of sides and of pixels apply to max_height", () => {
    expect(check({ height: "hug", max_height: 8193 })).toEqual([
      { path: "max_height", message: "It must be at most 8192." },
    ]);
    expect(check({ height: "hug", max_height: 8192, width: 3052 })).toEqual([
      { path: "width", message: "Width times height must be at most 25 megapixels." },
    ]);
  });

  test.each([
    ["hugs", "It must be a whole number of pixels or hug."],
    [undefined, "It is required."],
    [10.5, "It must be a whole number of pixels or hug."],
    [0, "It must be at least 1."],
  ])("the issue of the height %p says what is valid", (height, message) => {
    expect(check({ height })).toEqual([{ path: "height", message }]);
  });
});
