import { describe, expect, test } from "@jest/globals";
import { rasterPixels } from "../../../src/document/svg/raster-pixels.js";

const uri = (bytes: readonly number[], type = "png") =>
  `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The signature, the length and the name of IHDR, and both sides in four bytes each: 258 × 3 pixels. */
const PNG = [...PNG_SIGNATURE, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 2, 0, 0, 0, 3];
/** The signature, and both sides in two bytes each, the lower byte first: 258 × 5 pixels. */
const gif = (version: number) => [0x47, 0x49, 0x46, 0x38, version, 0x61, 2, 1, 5, 0];
/** A frame header: its marker, its length, 8 bits for each sample, 258 rows of 7 samples. */
const frame = (marker: number) => [0xff, marker, 0, 17, 8, 1, 2, 0, 7];
const START = [0xff, 0xd8];
const COMMENT = [0xff, 0xfe, 0, 5, 0xff, 0xc0, 9];

describe("the pixels of an image in a data URI", () => {
  test.each([
    ["a PNG", PNG, 258 * 3],
    ["a GIF of version 87a", gif(0x37), 258 * 5],
    ["a GIF of version 89a", gif(0x39), 258 * 5],
    ["a JPEG", [...START, ...frame(0xc0)], 258 * 7],
    ["a progressive JPEG", [...START, ...frame(0xc2)], 258 * 7],
    ["a JPEG with the last kind of frame header", [...START, ...frame(0xcf)], 258 * 7],
    ["a JPEG with a comment", [...START, ...COMMENT, ...frame(0xc1)], 258 * 7],
  ])("the pixels of %s are counted by its bytes, and not without the last byte", (_, bytes, expected) => {
    expect(rasterPixels(uri(bytes))).toBe(expected);
    expect(rasterPixels(uri(bytes.slice(0, -1)))).toBeUndefined();
  });

  test.each([
    ["Huffman tables", 0xc4],
    ["an extension", 0xc8],
    ["a table for arithmetic coding", 0xcc],
    ["a segment before the frame headers", 0xbf],
    ["a restart marker", 0xd0],
  ])("%s of a JPEG are no frame header", (_, marker) => {
    expect(rasterPixels(uri([...START, ...frame(marker), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]))).toBeUndefined();
  });

  test("the bytes decide, and not the media type", () => {
    for (const type of ["png", "jpg", "jpeg", "gif"]) expect(rasterPixels(uri(PNG, type))).toBe(774);
    expect(rasterPixels(` ${uri(PNG).replace("image/png", "IMAGE/PNG")}`)).toBe(774);
  });

  test("white space and percent-encoded characters are read as rasterizers read them", () => {
    const text = uri(PNG);
    expect(rasterPixels(text.replace(/.{30}/g, "$&%0A"))).toBe(774);
    expect(rasterPixels(text.replace(/.{30}/g, "$& \t\n"))).toBe(774);
    // The first character of the content, i, has the code 0x69.
    expect(rasterPixels(text.replace(",i", ",%69"))).toBe(774);
    expect(rasterPixels(uri([...PNG, 0]).replaceAll("=", "%3d"))).toBe(774);
  });

  test("an image with characters that Node.js skips and rasterizers do not skip has no known size", () => {
    for (const other of ["!", "#", "-", "%", "%2", "%g0", "\u00A0"])
      expect(rasterPixels(uri(PNG) + other)).toBeUndefined();
    expect(rasterPixels(uri(PNG).replace("AAAN", "A%A9N"))).toBeUndefined();
  });

  test.each([
    ["an address", "https://example.com/a.png"],
    ["a drawing", "data:image/svg+xml;base64,PHN2Zy8+"],
    ["a text that is not in base64", "data:image/png,abc"],
    ["no bytes", uri([])],
    ["three bytes of a JPEG", uri([0xff, 0xd8, 0xff])],
    ["other bytes", uri(Array.from({ length: 40 }, (_, index) => index))],
    ["segments of a JPEG that do not begin with a marker", uri([...START, 0, ...frame(0xc0), 0, 0])],
  ])("%s has no pixels that can be counted", (_, text) => {
    expect(rasterPixels(text)).toBeUndefined();
  });
});
