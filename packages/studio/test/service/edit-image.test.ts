import { afterEach, describe, expect, test } from "@jest/globals";
import { editImage } from "../../src/service/import-svg/edit-image.js";
import { openCanvas, type TestCanvas } from "../support/canvas.js";

const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const JPEG = Buffer.from("ffd8ffe000104a46", "hex");

let canvas: TestCanvas;
afterEach(() => canvas.close());

describe("an image of an SVG that is cropped or mirrored", () => {
  test("is cropped to the part that the SVG shows, and stays a photo", async () => {
    canvas = openCanvas();
    const bytes = await editImage(JPEG, { crop: { x: 0.25, y: 0.1, width: 0.5, height: 0.6 } });
    expect([...bytes]).toEqual([1, 2, 3]);
    expect(canvas.size).toEqual([100, 60]);
    expect(canvas.steps).toEqual([
      ["translate", 0, 0],
      ["scale", 1, 1],
      ["draw", 50, 10, 100, 60, 0, 0, 100, 60],
    ]);
    expect(canvas.encoded).toEqual({ type: "image/jpeg", quality: 0.92 });
    expect([canvas.types, canvas.revoked]).toEqual([[""], ["blob:image-1"]]);
  });

  test.each([
    [{ flipX: true }, ["translate", 200, 0], ["scale", -1, 1]],
    [{ flipY: true }, ["translate", 0, 100], ["scale", 1, -1]],
  ])("is mirrored by %o, and becomes a PNG", async (edit, ...moves) => {
    canvas = openCanvas();
    await editImage(PNG, edit);
    expect(canvas.size).toEqual([200, 100]);
    expect(canvas.steps).toEqual([...moves, ["draw", 0, 0, 200, 100, 0, 0, 200, 100]]);
    expect(canvas.encoded?.type).toBe("image/png");
  });

  test.each([
    ["  \n<svg/>", "image/svg+xml"],
    [`${" ".repeat(63)}<svg/>`, "image/svg+xml"],
    [`${" ".repeat(64)}<svg/>`, ""],
    ["GIF89a<", ""],
  ])("of the content %j is decoded as the type %j, and becomes a PNG", async (text, type) => {
    canvas = openCanvas();
    await editImage(Buffer.from(text), { flipX: true });
    expect(canvas.types).toEqual([type]);
    expect(canvas.encoded?.type).toBe("image/png");
  });

  test.each([[[0xff, 0xd9]], [[0xfe, 0xd8]]])("is no photo if it begins with the bytes %j", async (bytes) => {
    canvas = openCanvas();
    await editImage(new Uint8Array(bytes), { flipX: true });
    expect(canvas.encoded?.type).toBe("image/png");
  });

  test("leaves no address behind when it cannot be decoded", async () => {
    canvas = openCanvas({ isBroken: true });
    await expect(editImage(PNG, { flipX: true })).rejects.toThrow("no image");
    expect(canvas.revoked).toEqual(["blob:image-1"]);
  });
});
