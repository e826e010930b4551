import { describe, expect, test } from "@jest/globals";
import { ByteReader } from "../../src/fonts/byte-reader.js";
import { rebuildGlyphs, rebuildMetrics } from "../../src/fonts/woff2-glyphs.js";
import { readPoints, writeSimpleGlyph } from "../../src/fonts/woff2-points.js";

const u16 = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const u32 = (value: number) => u16(value >>> 16, value & 0xffff);

/** The streams of a transformed `glyf` table (WOFF2, section 5.1). */
interface Streams {
  readonly contours?: readonly number[];
  readonly points?: readonly number[];
  readonly flags?: readonly number[];
  readonly glyphs?: readonly number[];
  readonly composites?: readonly number[];
  readonly boxes?: readonly number[];
}

function tableOf(count: number, { contours = [], points = [], flags = [], glyphs = [], ...rest }: Streams): Buffer {
  const { composites = [], boxes = [0, 0, 0, 0] } = rest;
  const streams = [contours, points, flags, glyphs, composites, boxes, []];
  const sizes = streams.flatMap(({ length }) => u32(length));
  return Buffer.from([...u16(0, 0, count, 0), ...sizes, ...streams.flat()]);
}

const offsetsIn = (loca: Buffer) => Array.from({ length: loca.length / 4 }, (_, index) => loca.readUInt32BE(index * 4));

const reader = (values: readonly number[]) => new ByteReader(Buffer.from(values));

/** The points of one glyph with a point for each flag. */
function pointsOf(flags: readonly number[], bytes: readonly number[], points = [flags.length]) {
  return readPoints({ points: reader(points), flags: reader(flags), glyphs: reader(bytes) }, points.length);
}

describe("readPoints", () => {
  // WOFF2, section 5.2, table of triplets.
  test.each([
    [0, [7], [0, -7]],
    [1, [7], [0, 7]],
    [3, [7], [0, 263]],
    [8, [0], [0, -1024]],
    [9, [255], [0, 1279]],
    [10, [7], [-7, 0]],
    [13, [7], [263, 0]],
    [19, [255], [1279, 0]],
    [20, [0], [-1, -1]],
    [21, [0x25], [3, -6]],
    [22, [0x25], [-3, 6]],
    [23, [0x25], [3, 6]],
    [27, [0x25], [3, 22]],
    [39, [0x25], [19, 6]],
    [83, [0xff], [64, 64]],
    [84, [0, 0], [-1, -1]],
    [87, [255, 255], [256, 256]],
    [91, [0, 1], [1, 258]],
    [95, [0, 0], [1, 513]],
    [99, [0, 0], [257, 1]],
    [119, [255, 255], [768, 768]],
    [120, [0x12, 0x34, 0x56], [-0x123, -0x456]],
    [121, [0x12, 0x34, 0x56], [0x123, -0x456]],
    [123, [0x12, 0x34, 0x56], [0x123, 0x456]],
    [124, [1, 0, 0, 2], [-256, -2]],
    [126, [1, 0, 0, 2], [-256, 2]],
    [127, [1, 0, 0, 2], [256, 2]],
  ])("the triplet %d with the bytes %j is the distance %j", (flag, bytes, [x, y]) => {
    expect(pointsOf([flag], [...bytes, 0])).toEqual({ ends: [0], dx: [x], dy: [y], onCurve: [true] });
    expect(pointsOf([flag | 0x80], [...bytes, 0]).onCurve).toEqual([false]);
  });

  test("each contour ends with its own last point", () => {
    expect(pointsOf([1, 1, 1, 1, 1], [1, 2, 3, 4, 5, 0], [2, 3])).toEqual({
      ends: [1, 4],
      dx: [0, 0, 0, 0, 0],
      dy: [1, 2, 3, 4, 5],
      onCurve: [true, true, true, true, true],
    });
  });

  test("a glyph has at most 65,535 points", () => {
    const many = Array<number>(65_535).fill(1);
    const read = (points: readonly number[], contours: number) =>
      readPoints({ points: reader(points), flags: reader(many), glyphs: reader([...many, 0]) }, contours);
    expect(read([253, 255, 255], 1).ends).toEqual([65_534]);
    expect(() => read([253, 255, 255, 1], 2)).toThrow("broken or cut off");
  });
});

describe("writeSimpleGlyph", () => {
  const write = (dx: number[], dy: number[], box?: Buffer) =>
    writeSimpleGlyph({ ends: [dx.length - 1], dx, dy, onCurve: dx.map(() => false) }, box);

  test("a distance takes no, one or two bytes", () => {
    // OpenType 1.9, "glyf": bits 1 and 4 of a flag are for x, bits 2 and 5 for y.
    const bytes = write([0, 255, -255, 256, -256], [-255, 0, 256, 255, -256]);
    expect([...bytes.subarray(14)]).toEqual([
      ...[0x14, 0x32, 0x02, 0x24, 0x00],
      ...[255, 255, ...u16(256, -256)],
      ...[255, ...u16(256), 255, ...u16(-256)],
    ]);
  });

  test("the box of the points is that of their sums, within 16 bits", () => {
    expect([...write([10, -30, 5], [1, 2, 3]).subarray(2, 10)]).toEqual(u16(-20, 1, 10, 6));
    expect([...write([30_000, 30_000], [-30_000, -30_000]).subarray(2, 10)]).toEqual(
      u16(30_000, -32_768, 32_767, -30_000),
    );
    expect([...write([], []).subarray(2, 10)]).toEqual(u16(0, 0, 0, 0));
  });

  test("a box that the file states is kept", () => {
    const box = Buffer.from(u16(1, 2, 3, 4));
    expect([...write([10], [20], box).subarray(0, 10)]).toEqual([...u16(1), ...u16(1, 2, 3, 4)]);
  });

  test("a distance beyond 16 bits wraps around, as sums of TrueType do", () => {
    expect([...write([40_000], [0]).subarray(-2)]).toEqual(u16(40_000 - 65_536));
  });
});

describe("rebuildGlyphs", () => {
  /** Three points: 10, 0; then off the curve 0, -5; then 300, 1. The last byte is the length of the instructions. */
  const simple = {
    contours: u16(1),
    points: [3],
    flags: [11, 0x80, 127],
    glyphs: [10, 5, ...u16(300, 1), 0],
  };
  const SIMPLE = [
    ...[...u16(1), ...u16(10, -5, 310, 0), ...u16(2), ...u16(0)],
    ...[0x33, 0x14, 0x25],
    ...[10, ...u16(300)],
    ...[5, 1],
    // Filled up to a multiple of four bytes.
    ...[0, 0],
  ];
  const box = u16(-3, 4, 5, 6);

  test("a simple glyph has flags, coordinates and a box of TrueType", () => {
    const { glyf, loca, lefts } = rebuildGlyphs(tableOf(1, simple));
    expect([...glyf]).toEqual(SIMPLE);
    expect(offsetsIn(loca)).toEqual([0, 24]);
    expect(lefts).toEqual([10]);
  });

  test("each glyph starts at a multiple of four bytes, and an empty glyph has no bytes", () => {
    const one = { contours: u16(0, 1, 0, 1), points: [1, 1], flags: [11, 11], glyphs: [7, 0, 9, 0] };
    const { glyf, loca, lefts } = rebuildGlyphs(tableOf(4, one));
    const written = (x: number) => [...u16(1, x, 0, x, 0, 0, 0), 0x33, x, 0, 0];
    expect(offsetsIn(loca)).toEqual([0, 0, 16, 16, 32]);
    expect([...glyf]).toEqual([7, 9].flatMap((x) => written(x).slice(0, 16)));
    expect(lefts).toEqual([0, 7, 0, 9]);
  });

  test("the bit of a glyph says whether the file states its box", () => {
    const contours = Array<number>(33)
      .fill(0)
      .flatMap((_, glyph) => u16(glyph === 9 || glyph === 32 ? 1 : 0));
    const streams = { contours, points: [1, 1], flags: [11, 11], glyphs: [7, 0, 8, 0] };
    const first = rebuildGlyphs(tableOf(33, { ...streams, boxes: [0, 0x40, 0, 0, 0, 0, 0, 0, ...box] }));
    expect([first.lefts[9], first.lefts[32]]).toEqual([-3, 8]);
    const second = rebuildGlyphs(tableOf(33, { ...streams, boxes: [0, 0, 0, 0, 0x80, 0, 0, 0, ...box] }));
    expect([second.lefts[9], second.lefts[32]]).toEqual([7, -3]);
  });

  test("a glyph of 17 bytes is filled up with three", () => {
    const { glyf, loca } = rebuildGlyphs(tableOf(1, { ...simple, points: [2], flags: [11, 0], glyphs: [7, 0, 0] }));
    expect([...glyf.subarray(14)]).toEqual([0x33, 0x31, 7, 0, 0, 0]);
    expect(offsetsIn(loca)).toEqual([0, 20]);
  });

  test("32 glyphs have four bytes of bits before their boxes", () => {
    const contours = [...Array<number>(62).fill(0), ...u16(1)];
    const boxes = [0, 0, 0, 1, ...box];
    const streams = { contours, points: [1], flags: [11], glyphs: [7, 0], boxes };
    expect(rebuildGlyphs(tableOf(32, streams)).lefts[31]).toBe(-3);
  });

  test("the components of a composite glyph keep their places and transforms, but no instructions", () => {
    // OpenType 1.9, "glyf": words (1), a scale (8), more components (0x20), two scales (0x40), a matrix (0x80).
    const components = [
      [...u16(0x21, 5), 1, 2, 3, 4],
      [...u16(0x28, 6), 1, 2, ...u16(7)],
      [...u16(0x160, 7), 1, 2, ...u16(8, 9)],
      [...u16(0x181, 8), 1, 2, 3, 4, ...u16(1, 2, 3, 4)],
    ];
    const { glyf, loca, lefts } = rebuildGlyphs(
      tableOf(2, {
        ...simple,
        contours: u16(-1, 1),
        // The length of the instructions comes before the simple glyph.
        glyphs: [253, 1, 2, ...simple.glyphs],
        composites: components.flat(),
        boxes: [0x80, 0, 0, 0, ...box],
      }),
    );
    const written = components.flat();
    // Bit 8 of the third and the fourth flags is gone.
    [written[16], written[26]] = [0, 0];
    expect([...glyf]).toEqual([...u16(-1), ...box, ...written, ...SIMPLE]);
    expect(offsetsIn(loca)).toEqual([0, 52, 76]);
    expect(lefts).toEqual([-3, 10]);
  });

  test("a composite glyph without instructions takes no byte from the next glyph", () => {
    const composites = [...u16(2, 5), 1, 2];
    const boxes = [0x80, 0, 0, 0, ...box];
    const { glyf } = rebuildGlyphs(tableOf(2, { ...simple, contours: u16(-1, 1), composites, boxes }));
    expect([...glyf.subarray(16)]).toEqual(SIMPLE);
  });

  test.each([
    ["that is empty has a box", { contours: u16(0), boxes: [0x80, 0, 0, 0, ...box] }],
    ["has a negative number of contours", { contours: u16(-2), boxes: [0x80, 0, 0, 0, ...box] }],
    ["of others has no box", { contours: u16(-1), composites: [...u16(2, 5), 1, 2] }],
    [
      "of others ends inside of a component",
      { contours: u16(-1), composites: u16(2, 5), boxes: [128, 0, 0, 0, ...box] },
    ],
    [
      "announces another component",
      { contours: u16(-1), composites: [...u16(32, 5), 1, 2], boxes: [128, 0, 0, 0, ...box] },
    ],
    ["has fewer flags than points", { ...simple, flags: [11, 0x80] }],
    ["has no length of its instructions", { ...simple, glyphs: simple.glyphs.slice(0, -1) }],
    ["has a bitmap of boxes that is cut", { ...simple, boxes: [0, 0, 0] }],
  ])("a font is refused if a glyph %s", (_, streams) => {
    expect(() => rebuildGlyphs(tableOf(1, streams))).toThrow("broken or cut off");
  });

  test("a composite glyph of a million components takes little memory", () => {
    const count = 1_000_000;
    const components = Buffer.alloc(6 * count);
    for (let index = 0; index < count - 1; index++) components.writeUInt8(0x20, index * 6 + 1);
    const head = tableOf(1, { contours: u16(-1), boxes: [0x80, 0, 0, 0, ...box] });
    const table = Buffer.concat([head.subarray(0, 38), components, head.subarray(38)]);
    table.writeUInt32BE(components.length, 24);
    const before = process.memoryUsage().heapUsed;
    expect(rebuildGlyphs(table).glyf).toHaveLength(6_000_012);
    // A buffer of its own for each component would take 300 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
  });
});

describe("rebuildMetrics", () => {
  const hhea = Buffer.alloc(36);
  hhea.writeUInt16BE(2, 34);
  const lefts = [10, 20, 30];
  const metrics = (flags: number, ...values: number[]) => [
    ...rebuildMetrics(Buffer.from([flags, ...u16(...values)]), hhea, lefts),
  ];

  // WOFF2, section 5.4: bit 0 is for glyphs with an advance, bit 1 for those after them.
  test.each([
    [0, [500, 300, -1, -2, -3], [500, -1, 300, -2, -3]],
    [1, [500, 300, -3], [500, 10, 300, 20, -3]],
    [2, [500, 300, -1, -2], [500, -1, 300, -2, 30]],
    [3, [500, 300], [500, 10, 300, 20, 30]],
  ])("the flags %d leave out side bearings that are the left edges of glyphs", (flags, values, expected) => {
    expect(metrics(flags, ...values)).toEqual(u16(...expected));
    expect(() => metrics(flags, ...values.slice(0, -1))).toThrow("broken or cut off");
  });
});
