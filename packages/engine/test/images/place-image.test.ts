import { describe, expect, test } from "@jest/globals";
import { placeImage, wholePixels } from "../../src/images/place-image.js";

const wide = { width: 400, height: 100 };
const box = { width: 100, height: 100 };
const center = { focus_x: 0.5, focus_y: 0.5 };

describe("placeImage", () => {
  test("fit cover fills the box and crops the image around the focus", () => {
    expect(placeImage(wide, box, { fit: "cover", ...center })).toEqual({
      crop: { left: 150, top: 0, width: 100, height: 100 },
      rectangle: { left: 0, top: 0, width: 100, height: 100 },
    });
    expect(placeImage(wide, box, { fit: "cover", focus_x: 0.3, focus_y: 0.5 }).crop.left).toBe(70);
  });

  test("a focus at the edge keeps the crop inside the image", () => {
    expect(placeImage(wide, box, { fit: "cover", focus_x: 0, focus_y: 0 }).crop).toMatchObject({ left: 0, top: 0 });
    expect(placeImage(wide, box, { fit: "cover", focus_x: 1, focus_y: 1 }).crop).toMatchObject({ left: 300, top: 0 });
  });

  test("fit contain shows the whole image in the center of the box", () => {
    expect(placeImage(wide, box, { fit: "contain", ...center })).toEqual({
      crop: { left: 0, top: 0, width: 400, height: 100 },
      rectangle: { left: 0, top: 37.5, width: 100, height: 25 },
    });
  });

  test("fit fill stretches the image to the box", () => {
    expect(placeImage(wide, box, { fit: "fill", ...center })).toEqual({
      crop: { left: 0, top: 0, width: 400, height: 100 },
      rectangle: { left: 0, top: 0, width: 100, height: 100 },
    });
  });

  test("fit none keeps the image's own size and crops what exceeds the box", () => {
    expect(placeImage({ width: 400, height: 20 }, box, { fit: "none", ...center })).toEqual({
      crop: { left: 150, top: 0, width: 100, height: 20 },
      rectangle: { left: 0, top: 40, width: 100, height: 20 },
    });
  });
});

describe("wholePixels", () => {
  test("wholePixels returns a crop that is not empty and inside the source", () => {
    expect(wholePixels({ left: 9.8, top: 0, width: 0.2, height: 3.4 }, { width: 10, height: 3 })).toEqual({
      left: 9,
      top: 0,
      width: 1,
      height: 3,
    });
  });
});
