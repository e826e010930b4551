import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import sharp from "sharp";
import { readImageHeader } from "../../src/image-headers/read-image-header.js";

const picture = () => sharp({ create: { width: 37, height: 21, channels: 3, background: "#3366cc" } });
const SIZE = { width: 37, height: 21 };

describe("readImageHeader", () => {
  test.each([
    ["PNG", "image/png", () => picture().png(), false],
    ["interlaced PNG", "image/png", () => picture().png({ progressive: true }), true],
    ["JPEG", "image/jpeg", () => picture().jpeg(), false],
    ["progressive JPEG", "image/jpeg", () => picture().jpeg({ progressive: true }), true],
    ["gray JPEG", "image/jpeg", () => picture().greyscale().jpeg(), false],
    ["lossy WebP", "image/webp", () => picture().webp(), false],
    ["lossless WebP", "image/webp", () => picture().webp({ lossless: true }), false],
    ["translucent WebP", "image/webp", () => picture().ensureAlpha(0.5).webp(), false],
    ["GIF", "image/gif", () => picture().gif(), false],
    ["AVIF", "image/avif", () => picture().avif({ effort: 0 }), false],
    ["translucent AVIF", "image/avif", () => picture().ensureAlpha(0.5).avif({ effort: 0 }), false],
  ])("the size of a %s is read", async (_name, type, make, isProgressive) => {
    expect(readImageHeader(await make().toBuffer())).toEqual({ type, ...SIZE, isProgressive });
  });

  test.each([
    [1, SIZE],
    [3, SIZE],
    [6, { width: 21, height: 37 }],
    [8, { width: 21, height: 37 }],
  ])("a JPEG with the orientation %i has the size that a viewer shows", async (orientation, size) => {
    expect(readImageHeader(await picture().withMetadata({ orientation }).jpeg().toBuffer())).toMatchObject(size);
  });

  test("the size of a JPEG is found after 200 kB of metadata, and not if the bytes end before it", async () => {
    const plain = await picture().jpeg().toBuffer();
    const segment = Buffer.alloc(65_000, 1);
    segment.writeUInt16BE(0xffe2, 0);
    segment.writeUInt16BE(segment.length - 2, 2);
    const file = Buffer.concat([plain.subarray(0, 2), segment, segment, segment, plain.subarray(2)]);
    expect(readImageHeader(file)).toMatchObject(SIZE);
    expect(readImageHeader(file.subarray(0, 190_000))).toBeUndefined();
  });

  test.each([
    ["a drawing", "<svg xmlns='http://www.w3.org/2000/svg' width='3' height='4'/>"],
    ["a text", "Not an image."],
    ["nothing", ""],
  ])("%s has no header", (_name, text) => {
    expect(readImageHeader(Buffer.from(text))).toBeUndefined();
  });

  test("an image without pixels has no header", async () => {
    const file = await picture().png().toBuffer();
    file.writeUInt32BE(0, 16);
    expect(readImageHeader(file)).toBeUndefined();
  });

  test("a HEIC image has no header, although its boxes are the same", async () => {
    const file = await picture().avif({ effort: 0 }).toBuffer();
    const heic = Buffer.from(file.toString("latin1").replaceAll("avif", "heic"), "latin1");
    expect(readImageHeader(heic)).toBeUndefined();
  });

  test("thousands of segments that announce 65,535 entries of EXIF data are read in one pass", () => {
    const exif = Buffer.from("\xff\xe1\0\x16Exif\0\0MM\0*\0\0\0\x08\xff\xff\0\0", "latin1");
    const file = Buffer.concat([Buffer.from([0xff, 0xd8]), ...Array.from({ length: 11_000 }, () => exif)]);
    const before = process.cpuUsage();
    expect(readImageHeader(file)).toBeUndefined();
    const { user, system } = process.cpuUsage(before);
    // Reading all announced entries would take seconds.
    expect((user + system) / 1000).toBeLessThan(1_000);
  });

  test("damaged headers of all formats are read without an error", async () => {
    const files = await Promise.all([
      picture().png().toBuffer(),
      picture().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      picture().webp().toBuffer(),
      picture().gif().toBuffer(),
      picture().avif({ effort: 0 }).toBuffer(),
    ]);
    const damage = fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...files), damage, fc.nat(600), (file, bytes, length) => {
        const damaged = Buffer.from(file.subarray(0, length));
        for (const [at, byte] of bytes) if (at < damaged.length) damaged[at] = byte;
        const header = readImageHeader(damaged);
        expect(header === undefined || header.width > 0).toBe(true);
      }),
      { seed: 24, numRuns: 500 },
    );
  });
});
