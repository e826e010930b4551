import { describe, expect, test } from "@jest/globals";
import { readJpeg } from "../../src/images/read-jpeg.js";

/* The markers and segments of ITU-T T.81, annex B. The length of a segment includes its own two bytes. */
const [START, END] = [
  [0xff, 0xd8],
  [0xff, 0xd9],
];
const segment = (marker: number, data: readonly number[]) => [0xff, marker, 0, data.length + 2, ...data];
const ascii = (text: string) => [...Buffer.from(text, "latin1")];
/** A frame of 300 × 258 pixels. */
const frame = (marker = 0xc0, components = 3, bits = 8) => segment(marker, [bits, 1, 2, 1, 44, components, 1, 2, 3]);
const TABLE = segment(0xdb, [1, 2, 3]);
const SCAN = [...segment(0xda, [1, 0]), 5, 6, 7];
const read = (...parts: readonly (readonly number[])[]) => readJpeg(Buffer.from(parts.flat()));

describe("readJpeg", () => {
  test("a plain JPEG is returned as it is, with its size and its number of components", () => {
    const bytes = [START, TABLE, frame(), SCAN, END];
    expect(read(...bytes)).toEqual({
      file: Buffer.from(bytes.flat()),
      width: 300,
      height: 258,
      components: 3,
      isSrgb: true,
      isUpright: true,
    });
  });

  test("the segments of applications, comments and everything after the end are left out, apart from that of JFIF", () => {
    const jfif = segment(0xe0, ascii("JFIF\0"));
    const metadata = [0xe1, 0xe8, 0xef, 0xfe].map((marker) => segment(marker, ascii("private")));
    const jpeg = read(START, jfif, ...metadata, TABLE, frame(), SCAN, END, [1, 2, 3]);
    expect([...(jpeg?.file ?? [])]).toEqual([START, jfif, TABLE, frame(), SCAN, END].flat());
  });

  test.each([
    ["baseline", 0xc0, true],
    ["extended", 0xc1, true],
    ["progressive", 0xc2, true],
    ["lossless", 0xc3, false],
    ["arithmetic", 0xc9, false],
  ])("a JPEG with a %s frame (%d) can be read: %s", (_, marker, isReadable) => {
    expect(read(START, frame(marker), SCAN, END) !== undefined).toBe(isReadable);
  });

  test("a JPEG with 12 bits, or without a width or a height, is refused", () => {
    expect(read(START, frame(0xc1, 3, 12), SCAN, END)).toBeUndefined();
    expect(read(START, segment(0xc0, [8, 0, 0, 1, 44, 3]), SCAN, END)).toBeUndefined();
    expect(read(START, segment(0xc0, [8, 1, 2, 0, 0, 3]), SCAN, END)).toBeUndefined();
    expect(read(START, segment(0xc0, [8, 1, 2, 1, 44]), SCAN, END)).toBeUndefined();
    expect(read(START, segment(0xc0, [8, 0, 1, 0, 1, 1]), SCAN, END)).toMatchObject({
      width: 1,
      height: 1,
      components: 1,
    });
  });

  test("a JPEG without a frame is refused", () => {
    expect(read(START, TABLE, SCAN, END)).toBeUndefined();
  });

  test("bytes that do not begin as a JPEG are refused", () => {
    expect(read([0xfe, 0xd8], frame(), SCAN, END)).toBeUndefined();
    expect(read([0xff, 0xd9], frame(), SCAN, END)).toBeUndefined();
    expect(read()).toBeUndefined();
  });

  test("a JPEG that is cut off is refused", () => {
    const bytes = [START, TABLE, frame(), SCAN, END].flat();
    for (let length = 0; length < bytes.length; length++)
      expect(readJpeg(Buffer.from(bytes.slice(0, length)))).toBeUndefined();
  });

  test("a segment that does not begin with a marker is refused", () => {
    expect(read(START, [0x00], frame(), SCAN, END)).toBeUndefined();
  });

  test("bytes that fill the space before a marker are skipped", () => {
    const jpeg = read(START, [0xff, 0xff], frame(), SCAN, END);
    expect([...(jpeg?.file ?? [])]).toEqual([START, frame(), SCAN, END].flat());
  });

  test("the data of a scan can contain stuffed bytes and restart markers, and another scan can follow", () => {
    const data = [0xff, 0x00, 1, 0xff, 0xd0, 2, 0xff, 0xd7, 3, 0xff, 0xff, 0x00, 4];
    const bytes = [START, frame(), SCAN, data, TABLE, SCAN, data, END];
    expect([...(read(...bytes)?.file ?? [])]).toEqual(bytes.flat());
  });

  test("a JPEG whose color profile is not that of sRGB is known", () => {
    const profile = (name: string) => segment(0xe2, ascii(`ICC_PROFILE\0\u0001\u0001 ${name}`));
    expect(read(START, profile("sRGB IEC61966-2.1"), frame(), SCAN, END)?.isSrgb).toBe(true);
    expect(read(START, profile("Adobe RGB (1998)"), frame(), SCAN, END)?.isSrgb).toBe(false);
    expect(read(START, profile("Display P3"), profile("sRGB"), frame(), SCAN, END)?.isSrgb).toBe(false);
    expect(read(START, segment(0xe2, ascii("MPF\0")), frame(), SCAN, END)?.isSrgb).toBe(true);
  });

  test.each([
    [1, true],
    [3, false],
    [6, false],
  ])("a JPEG with the orientation %d is upright: %s", (orientation, isUpright) => {
    // TIFF 6.0, section 2: the header, a directory at 8 with one entry, and its value as a short number.
    const tiff = [...ascii("MM"), 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
    const exif = segment(0xe1, [...ascii("Exif\0\0"), ...tiff]);
    expect(read(START, exif, frame(), SCAN, END)?.isUpright).toBe(isUpright);
    expect(read(START, segment(0xe1, ascii("http://ns.adobe.com/xap/1.0/\0")), frame(), SCAN, END)?.isUpright).toBe(
      true,
    );
  });

  test.each([
    [1, true],
    [0, false],
    [2, false],
  ])("a JPEG whose colors are stored with Adobe's transform %d can be read: %s", (transform, isReadable) => {
    const adobe = segment(0xee, [...ascii("Adobe"), 0, 100, 0, 0, 0, 0, transform]);
    expect(read(START, adobe, frame(), SCAN, END) !== undefined).toBe(isReadable);
    expect(read(START, segment(0xee, ascii("Other")), frame(), SCAN, END)).toBeDefined();
  });
});
