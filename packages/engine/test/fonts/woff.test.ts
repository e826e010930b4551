import { brotliCompressSync, deflateSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { readSfnt, type SfntTable, slice, writeSfnt } from "../../src/fonts/sfnt.js";
import { isWoff, readWoff, unpackWoff } from "../../src/fonts/woff.js";
import { isWoff2, readWoff2 } from "../../src/fonts/woff2.js";
import { emptyGlyphs, shortMetrics } from "./make-woff2.js";

const TRUETYPE = 0x00010000;
const NUMBERS = Buffer.from([1, 2, 3, 4, 5]);

/** A table of a WOFF file, with what its entry says. */
interface WoffTable {
  readonly stored: Buffer;
  readonly length: number;
  readonly at?: number;
}

/** A WOFF file (WOFF 1.0, sections 3 and 4). */
function woffOf(tables: readonly WoffTable[], count = tables.length): Buffer {
  const header = Buffer.alloc(44 + tables.length * 20);
  header.writeUInt32BE(0x774f4646, 0);
  header.writeUInt32BE(TRUETYPE, 4);
  header.writeUInt16BE(count, 12);
  let offset = header.length;
  tables.forEach(({ stored, length, at = offset }, index) => {
    const entry = 44 + index * 20;
    header.write(`tab${String.fromCharCode(97 + index)}`, entry, "latin1");
    [at, stored.length, length, 77].forEach((value, field) => header.writeUInt32BE(value, entry + 4 + field * 4));
    offset += stored.length;
  });
  return Buffer.concat([header, ...tables.map(({ stored }) => stored)]);
}

describe("a WOFF file", () => {
  test("a table is stored as it is, or packed if that is smaller", () => {
    const zeros = Buffer.alloc(100);
    const file = woffOf([
      { stored: NUMBERS, length: 5 },
      { stored: deflateSync(zeros), length: 100 },
    ]);
    expect(readWoff(file)).toEqual({
      flavor: TRUETYPE,
      tables: [
        { tag: "taba", data: NUMBERS, checksum: 77 },
        { tag: "tabb", data: zeros, checksum: 77 },
      ],
    });
  });

  test("only a file with a whole header is WOFF", () => {
    const file = woffOf([]);
    expect([file, file.subarray(0, 43), Buffer.alloc(44)].map(isWoff)).toEqual([true, false, false]);
    const short = file.subarray(0, 43);
    expect(unpackWoff(short)).toBe(short);
  });

  test.each([
    ["a table longer than stated", woffOf([{ stored: NUMBERS, length: 4 }])],
    ["a packed table longer than stated", woffOf([{ stored: deflateSync(Buffer.alloc(100)), length: 99 }])],
    ["a packed table shorter than stated", woffOf([{ stored: deflateSync(Buffer.alloc(100)), length: 101 }])],
    ["a table that is not packed", woffOf([{ stored: NUMBERS, length: 6 }])],
    ["a table beyond the end", woffOf([{ stored: NUMBERS, length: 5, at: 65 }])],
    ["a table far beyond the end", woffOf([{ stored: NUMBERS, length: 5, at: 0xffffffff }])],
    ["no table", woffOf([])],
    ["129 tables", Buffer.concat([woffOf([], 129), Buffer.alloc(129 * 20)])],
    ["a directory that is cut", woffOf([{ stored: Buffer.alloc(0), length: 0 }]).subarray(0, 63)],
  ])("a WOFF file with %s is refused", (_, file) => {
    expect(() => readWoff(file)).toThrow("broken or cut off");
  });

  test("a WOFF file can have 128 tables", () => {
    const empty = Array.from({ length: 128 }, () => ({ stored: Buffer.alloc(0), length: 0 }));
    expect(readWoff(woffOf(empty)).tables).toHaveLength(128);
  });

  test("all tables of a WOFF file together have at most 30 MB, also if they share their bytes", () => {
    const stored = deflateSync(Buffer.alloc(15_000_000));
    const both = { stored, length: 15_000_000 };
    expect(readWoff(woffOf([both, { ...both, at: 84 }])).tables[1]?.data).toHaveLength(15_000_000);
    const one = { stored: Buffer.from([0]), length: 1 };
    expect(() => readWoff(woffOf([both, { ...both, at: 104 }, one]))).toThrow("larger than 30 MB");
  });
});

describe("a plain font file", () => {
  const written = (...tables: SfntTable[]) => writeSfnt({ flavor: TRUETYPE, tables });
  const entryOf = (file: Buffer, index: number) =>
    [4, 8, 12].map((field) => file.readUInt32BE(12 + index * 16 + field));

  test("the directory is sorted, and tables start at multiples of four bytes", () => {
    const file = written({ tag: "zzzz", data: NUMBERS }, { tag: "aaaa", data: Buffer.from([9]) });
    expect(file.toString("latin1", 12, 16) + file.toString("latin1", 28, 32)).toBe("aaaazzzz");
    // OpenType 1.9: the sums of 09000000, and of 01020304 and 05000000.
    expect(entryOf(file, 0)).toEqual([0x09000000, 44, 1]);
    expect(entryOf(file, 1)).toEqual([0x06020304, 48, 5]);
    expect([...file.subarray(44)]).toEqual([9, 0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 0]);
    expect(readSfnt(file).tables).toEqual([
      { tag: "aaaa", data: Buffer.from([9]) },
      { tag: "zzzz", data: NUMBERS },
    ]);
  });

  test("a checksum wraps at 32 bits, and that of the table head leaves its third word out", () => {
    const words = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 2, 0, 0, 1, 0]);
    expect(entryOf(written({ tag: "abcd", data: words }), 0)[0]).toBe(0x101);
    expect(entryOf(written({ tag: "head", data: words }), 0)[0]).toBe(1);
    // Without a whole third word, nothing is left out.
    expect(entryOf(written({ tag: "head", data: words.subarray(0, 11) }), 0)[0]).toBe(0x101);
  });

  test("a checksum that a packed file states is kept", () => {
    expect(entryOf(written({ tag: "abcd", data: NUMBERS, checksum: 5 }), 0)[0]).toBe(5);
  });

  test("a part of a file can end with the file, but not after it", () => {
    expect([...slice(NUMBERS, 3, 2)]).toEqual([4, 5]);
    expect([...slice(NUMBERS, 5, 0)]).toEqual([]);
    expect(() => slice(NUMBERS, 3, 3)).toThrow("broken or cut off");
    expect(() => slice(NUMBERS, 6, 0)).toThrow("broken or cut off");
  });

  test("a file that ends in its header or in its directory is refused", () => {
    const file = written({ tag: "abcd", data: Buffer.alloc(0) });
    expect(file).toHaveLength(28);
    expect(readSfnt(file).tables).toHaveLength(1);
    expect(() => readSfnt(file.subarray(0, 27))).toThrow("broken or cut off");
    expect(() => readSfnt(file.subarray(0, 11))).toThrow("broken or cut off");
  });
});

/** A table of a WOFF2 file: the byte of its flags, with which the tag may follow, and its lengths. */
interface Woff2Table {
  readonly flags: number;
  readonly tag?: string;
  readonly lengths?: readonly (readonly number[])[];
  readonly data?: Buffer;
}

/** A WOFF2 file (section 4). Lengths have a byte each. */
function woff2Of(
  tables: readonly Woff2Table[],
  { flavor = TRUETYPE, count = tables.length, missing = 0 } = {},
): Buffer {
  const entries = tables.map(({ flags, tag = "", data = NUMBERS, lengths = [[data.length]] }) =>
    Buffer.from([flags, ...Buffer.from(tag), ...lengths.flat()]),
  );
  const stream = brotliCompressSync(Buffer.concat(tables.map(({ data = NUMBERS }) => data)));
  const header = Buffer.alloc(48);
  header.writeUInt32BE(0x774f4632, 0);
  header.writeUInt32BE(flavor, 4);
  header.writeUInt16BE(count, 12);
  header.writeUInt32BE(stream.length - missing, 20);
  return Buffer.concat([header, ...entries, stream]);
}

describe("a WOFF2 file", () => {
  const tagsOf = (file: Buffer) => readWoff2(file).tables.map(({ tag }) => tag);
  const transformed = (flags: number, data: Buffer): Woff2Table => ({ flags, data, lengths: [[99], [data.length]] });
  const NO_BYTES = Buffer.alloc(0);
  const head = { flags: 1, data: Buffer.alloc(54) };
  const hhea = { flags: 2, data: Buffer.from([...Array<number>(35).fill(0), 2]) };
  const [glyf, loca] = [transformed(10, emptyGlyphs(2)), transformed(11, NO_BYTES)];
  const hmtx = transformed(0x40 | 3, shortMetrics(500, 600));

  test("a table has a number or a tag of its own", () => {
    // WOFF2, section 4.1, table of known tags.
    const numbers = [0, 8, 13, 28, 36, 47, 62].map((flags) => ({ flags }));
    const file = woff2Of([...numbers, { flags: 63, tag: "ABCD" }]);
    expect(tagsOf(file)).toEqual(["cmap", "cvt ", "CFF ", "GSUB", "SVG ", "fvar", "Sill", "ABCD"]);
    expect(readWoff2(file).flavor).toBe(TRUETYPE);
  });

  test("tables follow one another in the stream, and outlines can be stored as they are", () => {
    const [one, other] = [Buffer.from([1, 2]), Buffer.from([3])];
    const file = woff2Of([{ flags: 0xc0 | 10, data: one }, { flags: 0xc0 | 11, data: other }, { flags: 0 }]);
    expect(readWoff2(file).tables).toEqual([
      { tag: "glyf", data: one },
      { tag: "loca", data: other },
      { tag: "cmap", data: NUMBERS },
    ]);
  });

  test("outlines and metrics are restored, and the table head says that offsets have four bytes", () => {
    const { tables } = readWoff2(woff2Of([head, hhea, hmtx, glyf, loca]));
    const byTag = Object.fromEntries(tables.map(({ tag, data }) => [tag, data.toString("hex")]));
    expect(byTag["glyf"]).toBe("");
    expect(byTag["loca"]).toBe("00".repeat(12));
    expect(byTag["hmtx"]).toBe("01f4000002580000");
    expect(byTag["head"]).toBe(`${"00".repeat(51)}010000`);
  });

  test("only a file with a whole header is WOFF2", () => {
    const file = woff2Of([{ flags: 0 }]).subarray(0, 48);
    expect([file, file.subarray(0, 47), Buffer.alloc(48)].map(isWoff2)).toEqual([true, false, false]);
  });

  test.each([
    ["whose stream is cut", woff2Of([{ flags: 0 }], { missing: 1 })],
    ["whose stream is shorter than its tables", woff2Of([{ flags: 0, lengths: [[6]] }])],
    ["with a table twice", woff2Of([{ flags: 0 }, { flags: 0 }])],
    ["without tables", woff2Of([])],
    ["with more entries than bytes", woff2Of([], { count: 5 })],
    ["with a transform of a table that has none", woff2Of([transformed(0x40, NUMBERS)])],
    ["with an unknown transform", woff2Of([head, transformed(0x80, NUMBERS)])],
    [
      "with transformed metrics of plain outlines",
      woff2Of([{ flags: 0xc0 | 10 }, { flags: 0xc0 | 11 }, head, hhea, hmtx]),
    ],
    ["with transformed outlines and plain offsets", woff2Of([head, glyf, { flags: 0xc0 | 11, data: NO_BYTES }])],
    ["with transformed outlines without offsets", woff2Of([head, glyf])],
    ["with transformed outlines without the table head", woff2Of([glyf, loca])],
    ["whose table head ends before the format of offsets", woff2Of([{ flags: 1, data: Buffer.alloc(51) }, glyf, loca])],
  ])("a WOFF2 file %s is refused", (_, file) => {
    expect(() => readWoff2(file)).toThrow("broken or cut off");
  });

  test("a table head that ends with the format of offsets is long enough", () => {
    expect(tagsOf(woff2Of([{ flags: 1, data: Buffer.alloc(52) }, glyf, loca]))).toEqual(["head", "glyf", "loca"]);
  });

  test("a collection of fonts is refused", () => {
    expect(() => readWoff2(woff2Of([{ flags: 0 }], { flavor: 0x74746366 }))).toThrow("a collection of fonts");
  });

  test("a WOFF2 file whose tables state more than 30 MB is refused before it is unpacked", () => {
    // 30,000,000 and 30,000,001 in groups of seven bits.
    const [exact, more] = [
      [0x8e, 0xa7, 0x87, 0x00],
      [0x8e, 0xa7, 0x87, 0x01],
    ];
    expect(() => readWoff2(woff2Of([{ flags: 0, lengths: [exact] }]))).toThrow("broken or cut off");
    expect(() => readWoff2(woff2Of([{ flags: 0, lengths: [more] }]))).toThrow("larger than 30 MB");
    expect(() => readWoff2(woff2Of([{ flags: 0, lengths: [exact] }, { flags: 1 }]))).toThrow("larger than 30 MB");
  });
});
