import { inflateSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { encodeFile, jpegImage } from "../../src/pdf/encode-file.js";
import { addImage, bytesOfImage, encodeImage } from "../../src/pdf/encoded-image.js";
import sharp from "sharp";
import { emptyOutput, objectsOf } from "./written-objects.js";

const rgba = (width: number, height: number, ...pixels: (readonly [number, number, number, number])[]) => ({
  width,
  height,
  pixels: Uint8Array.from(pixels.flat()),
  isOpaque: false,
});

/** The colors of an image. Each row of three bytes for a pixel follows the number of its filter (PNG, section 9). */
function colorsOf(data: Uint8Array, width: number): number[][] {
  const bytes = inflateSync(data);
  const line = 1 + width * 3;
  const rows: number[][] = [];
  for (let at = 0; at < bytes.length; at += line) {
    const before = rows.at(-1);
    const row: number[] = [];
    const filter = bytes[at];
    for (let index = 0; index < width * 3; index++) {
      const [left, up, corner] = [row[index - 3] ?? 0, before?.[index] ?? 0, before?.[index - 3] ?? 0];
      const guess = left + up - corner;
      const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value)) as [number, number, number];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      const predicted = [0, left, up, (left + up) >> 1, paeth][filter ?? 0] ?? 0;
      row.push(((bytes[at + 1 + index] ?? 0) + predicted) & 255);
    }
    rows.push(row);
  }
  return rows;
}

function decoded(source: ReturnType<typeof rgba>) {
  const { colors, alpha } = encodeImage(source);
  const width = Number(/\/Width (\d+)/.exec(colors.dictionary)?.[1]);
  return {
    colors: colorsOf(colors.data, width),
    alpha: alpha === undefined ? undefined : [...inflateSync(alpha.data)],
  };
}

describe("encodeImage", () => {
  test("an opaque image has its colors only, as rows that are predicted like those of a PNG", () => {
    const source = { ...rgba(2, 1, [1, 2, 3, 255], [9, 8, 7, 255]), isOpaque: true };
    const { colors, alpha } = encodeImage(source);
    expect(alpha).toBeUndefined();
    expect(colors.dictionary).toBe(
      "/Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB/Interpolate true" +
        "/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 3/Columns 2>>",
    );
    expect(colorsOf(colors.data, 2)).toEqual([[1, 2, 3, 9, 8, 7]]);
  });

  test("colors are divided by their alpha, which has an image of its own", () => {
    const source = rgba(2, 2, [100, 50, 0, 100], [0, 0, 51, 51], [255, 255, 255, 255], [40, 0, 0, 80]);
    // 100, 50 and 0 of 100 are 255, 127.5 and 0 of 255.
    expect(decoded(source)).toEqual({
      colors: [
        [255, 128, 0, 0, 0, 255],
        [255, 255, 255, 128, 0, 0],
      ],
      alpha: [100, 51, 255, 80],
    });
    expect(encodeImage(source).alpha?.dictionary).toBe(
      "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray/Interpolate true" +
        "/Filter/FlateDecode",
    );
  });

  test("a transparent pixel has the color before it, so that edges do not become dark", () => {
    const source = rgba(3, 1, [255, 0, 0, 255], [0, 0, 0, 0], [0, 255, 0, 255]);
    expect(decoded(source).colors).toEqual([[255, 0, 0, 255, 0, 0, 0, 255, 0]]);
  });

  test("a color that exceeds its alpha becomes the brightest one", () => {
    expect(decoded(rgba(1, 1, [200, 100, 0, 100])).colors).toEqual([[255, 255, 0]]);
  });

  test("an image of one color stores one pixel, however faint its other pixels are", () => {
    // 3 of 4 rounds to 191, but the pixel is as near to 200 as four levels of alpha can be.
    const shadow = rgba(2, 2, [0, 0, 0, 0], [3, 0, 0, 4], [200, 0, 0, 255], [100, 0, 0, 128]);
    expect(decoded(shadow)).toEqual({ colors: [[200, 0, 0]], alpha: [0, 4, 255, 128] });
    expect(encodeImage(shadow).colors.dictionary).toContain("/Width 1/Height 1/");
    expect(encodeImage(shadow).alpha?.dictionary).toContain("/Width 2/Height 2/");
  });

  test("the faintest pixel keeps its color if no other one has more alpha", () => {
    expect(decoded(rgba(2, 1, [1, 0, 0, 1], [0, 0, 0, 0]))).toEqual({ colors: [[255, 0, 0]], alpha: [1, 0] });
  });

  test("two colors of opaque pixels differ if they are more than two levels apart", () => {
    expect(decoded(rgba(2, 1, [100, 0, 0, 255], [102, 0, 0, 255])).colors).toEqual([[100, 0, 0]]);
    expect(decoded(rgba(2, 1, [100, 0, 0, 255], [103, 0, 0, 255])).colors).toEqual([[100, 0, 0, 103, 0, 0]]);
    expect(decoded(rgba(2, 1, [0, 0, 100, 255], [0, 0, 97, 255])).colors).toEqual([[0, 0, 100, 0, 0, 97]]);
  });

  test("an image that is transparent everywhere has one color", () => {
    expect(decoded(rgba(2, 1, [0, 0, 0, 0], [0, 0, 0, 0]))).toEqual({ colors: [[0, 0, 0]], alpha: [0, 0] });
  });
});

describe("addImage", () => {
  test("the alpha of an image is a mask that its dictionary names", () => {
    const output = emptyOutput();
    expect(addImage(output, encodeImage(rgba(1, 1, [9, 9, 9, 9])))).toBe("/X1");
    const [alpha, colors] = [objectsOf(output).get(2)?.body, objectsOf(output).get(3)?.body];
    expect(alpha).toContain("/ColorSpace/DeviceGray");
    expect(colors).toContain("/SMask 2 0 R/Length");
  });

  test("an image without alpha has no mask", () => {
    const output = emptyOutput();
    addImage(output, encodeImage({ ...rgba(1, 1, [9, 9, 9, 255]), isOpaque: true }));
    expect(objectsOf(output).get(2)?.body).not.toContain("/SMask");
    expect(objectsOf(output).size).toBe(2);
  });

  test("the memory of an image counts its colors and its alpha", () => {
    const [colors, alpha] = [10_000, 2000].map((length) => ({ dictionary: "", data: new Uint8Array(length) }));
    if (colors === undefined) throw new Error("There are two streams.");
    expect(bytesOfImage({ colors, alpha }) - bytesOfImage({ colors })).toBe(2000);
    expect(bytesOfImage({ colors })).toBeGreaterThanOrEqual(10_000);
  });
});

describe("encodeFile", () => {
  const image = (channels: 3 | 4) =>
    sharp({ create: { width: 3, height: 2, channels, background: { r: 200, g: 100, b: 50, alpha: 0.2 } } });

  test("a JPEG keeps its bytes and says how many components it has", async () => {
    const file = await image(3).jpeg().toBuffer();
    const { image: encoded, width, height } = await encodeFile(file, () => undefined);
    expect([width, height]).toEqual([3, 2]);
    expect(Buffer.from(encoded.colors.data).equals(file)).toBe(true);
    expect(encoded.colors.dictionary).toMatch(/\/ColorSpace\/DeviceRGB\/Interpolate true\/Filter\/DCTDecode$/);
    const gray = jpegImage(Buffer.alloc(1), { width: 3, height: 2, components: 1 });
    expect(gray.colors.dictionary).toContain("/Width 3/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray/");
  });

  test("another image is decoded with its alpha, and its pixels count", async () => {
    const work: number[] = [];
    const spend = (us: number) => work.push(us);
    const { image: encoded } = await encodeFile(await image(4).png().toBuffer(), spend);
    expect([...inflateSync(encoded.alpha?.data ?? Buffer.alloc(0))]).toEqual(Array<number>(6).fill(51));
    expect(colorsOf(encoded.colors.data, 1)).toEqual([[200, 100, 50]]);
    const large = sharp({ create: { width: 6, height: 4, channels: 3, background: "#c86432" } });
    const opaque = await encodeFile(await large.png().toBuffer(), spend);
    expect(opaque.image.alpha).toBeUndefined();
    expect((work[1] ?? 0) / (work[0] ?? 1)).toBeCloseTo(4);
  });

  test("a file that is cut off cannot be encoded", async () => {
    const file = await image(4).png().toBuffer();
    await expect(encodeFile(file.subarray(0, 40), () => undefined)).rejects.toThrow("cannot be decoded");
  });
});
