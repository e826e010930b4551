import { describe, expect, test } from "@jest/globals";
import { readImageHeader } from "../../src/image-headers/read-image-header.js";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const u16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
const u32 = (...values: number[]) => Buffer.concat(values.map((value) => u16(value >>> 16, value & 0xffff)));
const le16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value & 255, value >> 8])));
const le24 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, value >> 16]);
const le32 = (value: number) => Buffer.concat([le16(value & 0xffff), le16(value >>> 16)]);

/** Expects that the header needs all bytes of the file. */
function expectWholeHeader(file: Buffer, expected: object): void {
  expect(readImageHeader(file)).toEqual(expected);
  expect(readImageHeader(file.subarray(0, -1))).toBeUndefined();
}

describe("the header of a PNG", () => {
  // The signature, the length and the name of IHDR, both sides, and five bytes. The last byte is the interlace method.
  const png = (interlace: number) =>
    Buffer.concat([
      latin1("\x89PNG\r\n\x1a\n"),
      u32(13),
      latin1("IHDR"),
      u32(70_000, 3),
      Buffer.from([8, 6, 0, 0, interlace]),
    ]);

  test.each([
    [0, false],
    [1, true],
  ])("a PNG ends its header with the interlace method %i", (interlace, isProgressive) => {
    expectWholeHeader(png(interlace), { type: "image/png", width: 70_000, height: 3, isProgressive });
  });

  test.each([
    ["without width", 16],
    ["without height", 20],
  ])("a PNG %s has no header", (_, at) => {
    const file = png(0);
    file.writeUInt32BE(0, at);
    expect(readImageHeader(file)).toBeUndefined();
  });
});

describe("the header of a GIF", () => {
  test("a GIF states its width and then its height in two bytes each, the lower byte first", () => {
    const file = Buffer.concat([latin1("GIF87a"), le16(300, 2)]);
    expectWholeHeader(file, { type: "image/gif", width: 300, height: 2, isProgressive: false });
  });
});

describe("the header of a WebP (RFC 9649)", () => {
  const webp = (kind: string, ...content: Buffer[]) => {
    const chunk = Buffer.concat(content);
    return Buffer.concat([latin1("RIFF\0\0\0\0WEBP"), latin1(kind), le32(chunk.length), chunk]);
  };

  test("an extended WebP states its sides less one in three bytes each", () => {
    const file = webp("VP8X", Buffer.alloc(4), le24(69_999), le24(2));
    expectWholeHeader(file, { type: "image/webp", width: 70_000, height: 3, isProgressive: false });
  });

  test("a lossy WebP states its sides in 14 bits each, before two bits of scaling", () => {
    const start = Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a]);
    const file = webp("VP8 ", start, le16(300 | (1 << 14), 16_383 | (3 << 14)));
    expectWholeHeader(file, { type: "image/webp", width: 300, height: 16_383, isProgressive: false });
  });

  test("a lossless WebP states its sides less one in 14 bits each, before the alpha and the version", () => {
    const sides = (299 | (16_383 << 14) | (1 << 28)) >>> 0;
    const file = webp("VP8L", Buffer.from([0x2f]), le32(sides), Buffer.alloc(5));
    expect(readImageHeader(file)).toEqual({ type: "image/webp", width: 300, height: 16_384, isProgressive: false });
  });
});

/** A marker segment of a JPEG. Its length counts itself. */
const segment = (marker: number, ...content: Buffer[]) => {
  const data = Buffer.concat(content);
  return Buffer.concat([u16(marker, data.length + 2), data]);
};
/** A frame header up to the number of its components: 8 bits for each sample, 7 rows of 9 samples. */
const frame = (marker: number) => Buffer.concat([u16(marker, 17), Buffer.from([8]), u16(7, 9)]);
const jpeg = (...parts: Buffer[]) => Buffer.concat([u16(0xffd8), ...parts]);

describe("the header of a JPEG (ITU T.81)", () => {
  test.each([
    [0xffc0, false],
    [0xffc1, false],
    [0xffc2, true],
    [0xffc3, false],
    [0xffc5, false],
    [0xffc6, true],
    [0xffc7, false],
    [0xffc9, false],
    [0xffca, true],
    [0xffcb, false],
    [0xffcd, false],
    [0xffce, true],
    [0xffcf, false],
  ])("the frame header with the marker %i has the size", (marker, isProgressive) => {
    expectWholeHeader(jpeg(frame(marker)), { type: "image/jpeg", width: 9, height: 7, isProgressive });
  });

  test.each([
    ["a Huffman table", 0xffc4],
    ["an extension", 0xffc8],
    ["a table for arithmetic coding", 0xffcc],
    ["a comment", 0xfffe],
    ["the segment before the first frame header", 0xffbf],
    ["a restart marker", 0xffd0],
  ])("%s is not a frame header", (_, marker) => {
    const other = segment(marker, Buffer.alloc(20, 1));
    expect(readImageHeader(jpeg(other, frame(0xffc0)))).toMatchObject({ width: 9, height: 7 });
    expect(readImageHeader(jpeg(other))).toBeUndefined();
  });

  test("bytes that fill the room before a marker are skipped", () => {
    const fill = Buffer.from([0xff, 0xff, 0xff]);
    expect(readImageHeader(jpeg(fill, segment(0xfffe, Buffer.alloc(3)), fill, frame(0xffc2)))).toMatchObject({
      width: 9,
      height: 7,
      isProgressive: true,
    });
  });

  test.each([0, 1, 2, 3])("the first %i bytes of a JPEG have no header", (count) => {
    expect(readImageHeader(jpeg(frame(0xffc0)).subarray(0, count))).toBeUndefined();
  });
});

describe("the orientation of a JPEG (TIFF 6.0)", () => {
  type Entry = readonly [tag: number, value: number];
  const tiff = (isLittle: boolean, entries: readonly Entry[], { gap = 0, count = entries.length } = {}) => {
    const word = (value: number) => (isLittle ? le16(value) : u16(value));
    const long = (value: number) => (isLittle ? le32(value) : u32(value));
    return Buffer.concat([
      latin1(isLittle ? "II" : "MM"),
      word(42),
      long(8 + gap),
      Buffer.alloc(gap, 7),
      word(count),
      // The tag, the type SHORT, one value, and the value in the first half of four bytes.
      ...entries.flatMap(([tag, value]) => [word(tag), word(3), long(1), word(value), word(0)]),
    ]);
  };
  const sideOf = (data: Buffer, name = "Exif\0\0", marker = 0xffe1) =>
    readImageHeader(jpeg(segment(marker, latin1(name), data), frame(0xffc0)))?.width;
  const [UPRIGHT, ON_ITS_SIDE] = [9, 7];
  const ORIENTATION = 274;

  test.each([
    [1, UPRIGHT],
    [2, UPRIGHT],
    [3, UPRIGHT],
    [4, UPRIGHT],
    [5, ON_ITS_SIDE],
    [6, ON_ITS_SIDE],
    [7, ON_ITS_SIDE],
    [8, ON_ITS_SIDE],
  ])("the orientation %i is read in both byte orders", (orientation, expected) => {
    expect(sideOf(tiff(true, [[ORIENTATION, orientation]]))).toBe(expected);
    expect(sideOf(tiff(false, [[ORIENTATION, orientation]]))).toBe(expected);
  });

  test("the orientation is found behind other entries, in a directory that is anywhere in the data", () => {
    const others: Entry[] = [
      [256, 6],
      [257, 8],
    ];
    expect(sideOf(tiff(true, [...others, [ORIENTATION, 6]]))).toBe(ON_ITS_SIDE);
    expect(sideOf(tiff(false, [[ORIENTATION, 6], ...others], { gap: 10 }))).toBe(ON_ITS_SIDE);
    expect(sideOf(tiff(false, others))).toBe(UPRIGHT);
  });

  test("an entry after the stated number of entries does not count", () => {
    expect(
      sideOf(
        tiff(
          false,
          [
            [256, 6],
            [ORIENTATION, 6],
          ],
          { count: 1 },
        ),
      ),
    ).toBe(UPRIGHT);
    expect(
      sideOf(
        tiff(
          false,
          [
            [256, 6],
            [ORIENTATION, 6],
          ],
          { count: 9 },
        ),
      ),
    ).toBe(ON_ITS_SIDE);
  });

  test("an entry that the data cuts off does not count", () => {
    const whole = tiff(true, [[ORIENTATION, 6]]);
    expect(sideOf(whole.subarray(0, -1))).toBe(UPRIGHT);
    expect(sideOf(whole.subarray(0, 8))).toBe(UPRIGHT);
    expect(sideOf(whole.subarray(0, 7))).toBe(UPRIGHT);
    expect(sideOf(whole.subarray(0, 9))).toBe(UPRIGHT);
  });

  test("a directory outside of the data does not count", () => {
    const data = tiff(false, [[ORIENTATION, 6]]);
    data.writeUInt32BE(0xffff_fff0, 4);
    expect(sideOf(data)).toBe(UPRIGHT);
  });

  test("only a segment with the name and the marker of EXIF has an orientation", () => {
    expect(sideOf(tiff(true, [[ORIENTATION, 6]]), "http:/")).toBe(UPRIGHT);
    expect(sideOf(tiff(true, [[ORIENTATION, 6]]), "Exif\0\0", 0xffe2)).toBe(UPRIGHT);
  });

  test("the orientation of a segment is not read from the next segment", () => {
    const cut = tiff(true, [[ORIENTATION, 6]]);
    const exif = segment(0xffe1, latin1("Exif\0\0"), cut.subarray(0, 10));
    expect(readImageHeader(jpeg(exif, segment(0xfffe, cut.subarray(10)), frame(0xffc0)))?.width).toBe(UPRIGHT);
  });
});

describe("the header of an AVIF (ISO/IEC 23008-12)", () => {
  const box = (type: string, ...content: Buffer[]) => {
    const inside = Buffer.concat(content);
    return Buffer.concat([u32(inside.length + 8), latin1(type), inside]);
  };
  const ftyp = (...brands: string[]) => box("ftyp", latin1(brands[0] ?? ""), u32(0), latin1(brands.slice(1).join("")));
  const ispe = (width: number, height: number) => box("ispe", u32(0), u32(width, height));
  const meta = (...properties: Buffer[]) => box("meta", u32(0), box("iprp", box("ipco", ...properties)));
  const sizeOf = (...parts: Buffer[]) => {
    const header = readImageHeader(Buffer.concat(parts));
    return header === undefined ? undefined : [header.width, header.height];
  };

  test.each([
    ["the size is the largest of all parts", [ispe(512, 512), ispe(4000, 3000), ispe(512, 512)], [4000, 3000]],
    ["a long and narrow part can be smaller than a square one", [ispe(100, 100), ispe(900, 11)], [100, 100]],
    ["other properties are not a size", [box("pixi", u32(0, 9, 9)), ispe(3, 4), box("colr", u32(0, 99, 99))], [3, 4]],
    [
      "a size that is cut off does not count",
      [box("ispe", u32(0), u32(9), u16(9), Buffer.from([9])), ispe(3, 4)],
      [3, 4],
    ],
    ["an image without a size has no header", [box("pixi", u32(0, 9, 9))], undefined],
  ])("%s", (_, properties, expected) => {
    expect(sizeOf(ftyp("avif"), meta(...properties))).toEqual(expected);
  });

  test("an AVIF is no progressive image", () => {
    expect(readImageHeader(Buffer.concat([ftyp("avif"), meta(ispe(3, 4))]))).toEqual({
      type: "image/avif",
      width: 3,
      height: 4,
      isProgressive: false,
    });
  });

  test("the size is found behind other boxes, and in a box that ends with the file", () => {
    const open = meta(ispe(3, 4));
    open.writeUInt32BE(0, 0);
    expect(sizeOf(ftyp("avif"), box("free", Buffer.alloc(99)), box("free"), meta(ispe(3, 4)))).toEqual([3, 4]);
    expect(sizeOf(ftyp("avif"), open)).toEqual([3, 4]);
  });

  test("nothing is read after a box that is too short for its own head, or has its size elsewhere", () => {
    const short = box("free");
    short.writeUInt32BE(7, 0);
    const large = box("free", u32(0, 24));
    large.writeUInt32BE(1, 0);
    expect(sizeOf(ftyp("avif"), short, meta(ispe(3, 4)))).toBeUndefined();
    expect(sizeOf(ftyp("avif"), large, meta(ispe(3, 4)))).toBeUndefined();
  });

  test.each([
    ["the major brand", ["avif", "mif1"]],
    ["the brand of a sequence", ["avis"]],
    ["the last compatible brand", ["mif1", "miaf", "MA1B", "avif"]],
  ])("a file is an AVIF by %s", (_, brands) => {
    expect(sizeOf(ftyp(...brands), meta(ispe(3, 4)))).toEqual([3, 4]);
  });

  test("a file of another brand, or with another first box, is no AVIF", () => {
    expect(sizeOf(ftyp("mif1", "heic"), meta(ispe(3, 4)))).toBeUndefined();
    expect(sizeOf(box("free", latin1("avif")), ftyp("avif"), meta(ispe(3, 4)))).toBeUndefined();
  });
});
