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

describe("a focus beside the middle", () => {
  const tall = { width: 50, height: 200 };
  const wideBox = { width: 100, height: 50 };

  test("fit cover crops a tall image at the top and at the bottom", () => {
    // 100 / 50 is the larger scale, so 50 / 2 of the height are visible, with their middle at 200 · 0.25.
    expect(placeImage(tall, wideBox, { fit: "cover", focus_x: 0.1, focus_y: 0.25 })).toEqual({
      crop: { left: 0, top: 37.5, width: 50, height: 25 },
      rectangle: { left: 0, top: 0, ...wideBox },
    });
    expect(placeImage(tall, wideBox, { fit: "cover", focus_x: 0.5, focus_y: 0.99 }).crop.top).toBe(175);
    expect(placeImage(tall, wideBox, { fit: "cover", focus_x: 0.5, focus_y: 0.01 }).crop.top).toBe(0);
  });

  test("fit contain divides the free space by the focus", () => {
    expect(placeImage(tall, wideBox, { fit: "contain", focus_x: 0.2, focus_y: 0.9 })).toEqual({
      crop: { left: 0, top: 0, ...tall },
      rectangle: { left: 17.5, top: 0, width: 12.5, height: 50 },
    });
    const flat = placeImage({ width: 200, height: 20 }, wideBox, { fit: "contain", focus_x: 0.2, focus_y: 0.9 });
    expect(flat.rectangle).toEqual({ left: 0, top: 36, width: 100, height: 10 });
  });

  test("fit none places a small image by the focus, and crops a large one around it", () => {
    expect(placeImage({ width: 40, height: 10 }, wideBox, { fit: "none", focus_x: 0.25, focus_y: 1 })).toEqual({
      crop: { left: 0, top: 0, width: 40, height: 10 },
      rectangle: { left: 15, top: 40, width: 40, height: 10 },
    });
    expect(placeImage({ width: 300, height: 200 }, wideBox, { fit: "none", focus_x: 0.25, focus_y: 0.75 })).toEqual({
      crop: { left: 25, top: 125, width: 100, height: 50 },
      rectangle: { left: 0, top: 0, width: 100, height: 50 },
    });
  });
});

describe("wholePixels", () => {
  test.each([
    [
      { left: 1.4, top: 2.6, width: 3.4, height: 4.6 },
      { left: 1, top: 3, width: 3, height: 5 },
    ],
    [
      { left: 9.6, top: 7.7, width: 3, height: 3 },
      { left: 9, top: 7, width: 1, height: 1 },
    ],
    [
      { left: 6, top: 5, width: 8, height: 9 },
      { left: 6, top: 5, width: 4, height: 3 },
    ],
    [
      { left: 2, top: 3, width: 0.1, height: 0.4 },
      { left: 2, top: 3, width: 1, height: 1 },
    ],
  ])("the crop %j of 10 × 8 pixels becomes %j", (crop, expected) => {
    expect(wholePixels(crop, { width: 10, height: 8 })).toEqual(expected);
  });

  test("wholePixels returns a crop that is not empty and inside the source", () => {
    expect(wholePixels({ left: 9.8, top: 0, width: 0.2, height: 3.4 }, { width: 10, height: 3 })).toEqual({
      left: 9,
      top: 0,
      width: 1,
      height: 3,
    });
  });
});
