import { describe, expect, test } from "@jest/globals";
import { decodingWork, imageWork, type KnownImages } from "../../src/estimate/image-work.js";
import { PictureImages } from "../../src/estimate/picture-images.js";
import type { ImageFacts } from "../../src/image-headers/decoding-work.js";

const JPEG: ImageFacts = { type: "image/jpeg", width: 4000, height: 3000, bytes: 1_000_000, isProgressive: false };
const URL = "https://example.com/a.jpg";
/** A GIF of 300 × 200 pixels that ends after its size: 10 bytes. */
const GIF = Buffer.from([...Buffer.from("GIF89a"), 44, 1, 200, 0]);
const dataUri = (bytes: Buffer, type = "gif") => `data:image/${type};base64,${bytes.toString("base64")}`;

describe("the work of decoding an image", () => {
  test.each<[string, Partial<ImageFacts>, number, number]>([
    ["a JPEG takes 6 ns for each pixel and 10 ns for each byte", {}, 72 + 10, 11],
    ["a progressive JPEG takes 16 ns and 22 ns", { isProgressive: true }, 192 + 22, 11],
    ["a PNG takes 14 ns and 1.5 ns", { type: "image/png" }, 168 + 1.5, 11],
    ["an interlaced PNG takes 30 ns and 1.5 ns", { type: "image/png", isProgressive: true }, 360 + 1.5, 11],
    ["a GIF takes 12 ns and 3 ns", { type: "image/gif" }, 144 + 3, 11],
    ["a WebP takes 36 ns and 3 ns", { type: "image/webp" }, 432 + 3, 11],
    ["an AVIF takes 60 ns and 160 ns", { type: "image/avif" }, 720 + 160, 22],
  ])("of 12 megapixels and 1 MB, %s", (_, change, cpuMs, bytesPerPixel) => {
    const work = decodingWork({ ...JPEG, ...change });
    expect(work.cpuMs).toBeCloseTo(cpuMs, 9);
    expect(work).toMatchObject({ pixels: 12e6, memoryBytes: 12e6 * bytesPerPixel });
  });

  test("an image beyond the limit of its format counts as the largest one", () => {
    const large = { ...JPEG, width: 50_000, height: 1001, bytes: 0 };
    expect(decodingWork(large)).toEqual({ pixels: 50e6, cpuMs: 300, memoryBytes: 550e6 });
    expect(decodingWork({ ...large, type: "image/avif" })).toEqual({ pixels: 25e6, cpuMs: 1500, memoryBytes: 550e6 });
    expect(decodingWork({ ...large, height: 1000 }).pixels).toBe(50e6);
    expect(decodingWork({ ...large, height: 999 }).pixels).toBe(49.95e6);
  });
});

describe("the work of an image at an address", () => {
  test("no image takes no work", () => {
    expect(imageWork("", { factsOf: () => JPEG })).toMatchObject({ pixels: 0, cpuMs: 0, memoryBytes: 0 });
  });

  test("an image whose facts are known takes the work of its facts", () => {
    expect(imageWork(URL, { factsOf: (url) => (url === URL ? JPEG : undefined) })).toMatchObject(decodingWork(JPEG));
  });

  test.each<[string, KnownImages, number]>([
    ["a typical photo of 12 megapixels", {}, 12e6],
    ["a typical photo, if its facts are not among the known ones", { factsOf: () => undefined }, 12e6],
    ["the largest image", { unknown: "largest" }, 50e6],
  ])("an image of unknown size counts as %s, with the memory of the largest one", (_, known, pixels) => {
    expect(imageWork(URL, known)).toEqual({
      pixels,
      cpuMs: (pixels * 25) / 1e6,
      memoryBytes: 50e6 * 18,
      isUnknown: true,
    });
  });

  test.each([
    [6e6, 0.5],
    [12e6, 1],
    [24e6, 1],
  ])("an image counts as if it had at most %i pixels", (mostPixels, share) => {
    const work = imageWork(URL, { factsOf: () => JPEG, mostPixels });
    expect(work).toEqual({ pixels: 12e6 * share, cpuMs: 82 * share, memoryBytes: 132e6 * share });
  });

  test("the size of an image in a data URI is read from its bytes, whatever its media type is", () => {
    const expected = { pixels: 60_000, cpuMs: (60_000 * 12 + 12 * 3) / 1e6, memoryBytes: 660_000 };
    // Sixteen characters of Base64 count as twelve bytes.
    expect(imageWork(dataUri(GIF), {})).toEqual(expected);
    expect(imageWork(dataUri(GIF, "png").replace("data:", "DATA:"), {})).toEqual(expected);
  });

  test("the size of a JPEG is found behind more than 100,000 characters", () => {
    const comment = Buffer.alloc(65_000, 1);
    comment.writeUInt16BE(0xfffe, 0);
    comment.writeUInt16BE(comment.length - 2, 2);
    const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 20, 0, 30]);
    const file = Buffer.concat([Buffer.from([0xff, 0xd8]), comment, comment, frame]);
    expect(imageWork(dataUri(file), {}).pixels).toBe(600);
  });

  test("an invalid image in a data URI counts as a typical photo, but not as one of unknown size", () => {
    expect(imageWork(dataUri(Buffer.from("nothing")), {})).toMatchObject({
      pixels: 12e6,
      cpuMs: 300,
      isUnknown: false,
    });
  });

  test.each(["<svg/>", "\uFEFF<svg/>", " \n<?xml version='1.0'?><svg/>"])(
    "the drawing %j in a data URI is not decoded",
    (source) => {
      expect(imageWork(dataUri(Buffer.from(source), "png"), {})).toMatchObject({ pixels: 0, cpuMs: 0, svg: source });
    },
  );
});

describe("the images of a picture", () => {
  test("each address is looked up once, and an image of unknown size is remembered", () => {
    const asked: string[] = [];
    const images = new PictureImages({
      factsOf: (url) => {
        asked.push(url);
        return url === URL ? JPEG : undefined;
      },
    });
    expect([images.isUsed, images.hasUnknown]).toEqual([false, false]);
    for (let index = 0; index < 3; index++) images.workOf(URL);
    expect([images.isUsed, images.hasUnknown]).toEqual([true, false]);
    images.workOf("https://example.com/b.jpg");
    expect(images.hasUnknown).toBe(true);
    expect(asked).toEqual([URL, "https://example.com/b.jpg"]);
  });

  test.each(["layer", "lettered", "file"] as const)("a picture with an SVG as a %s uses images", (use) => {
    const images = new PictureImages({});
    images.factsOf('<svg width="1" height="1"/>', use);
    expect(images.isUsed).toBe(true);
  });

  const svg = (comment: number, elements = 0) =>
    `<svg width="1" height="1"><!--${"x".repeat(comment)}-->${"<g/>".repeat(elements)}</svg>`;
  const EMPTY = svg(0).length;

  test("a picture can have 600,000 characters of SVG, and a source that is repeated counts once", () => {
    const images = new PictureImages({});
    const [large, rest] = [svg(400_000 - EMPTY), svg(200_000 - EMPTY)];
    for (const source of [large, rest, large]) expect(images.factsOf(source, "layer")).not.toHaveProperty("excess");
    expect(images.factsOf("<", "layer")).toEqual({ excess: "over 600000 characters of SVG in the picture" });
  });

  test("a picture can have 25,000 elements of SVG", () => {
    const images = new PictureImages({});
    expect(images.factsOf(svg(0, 12_499), "layer")).not.toHaveProperty("excess");
    expect(images.factsOf(svg(1, 12_499), "layer")).not.toHaveProperty("excess");
    expect(images.factsOf("<svg/>", "layer")).toEqual({ excess: "over 25000 elements of SVG in the picture" });
  });
});
