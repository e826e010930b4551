/** Creates small fonts with known content, according to OpenType 1.9. */

/** The content of a font. All glyphs are rectangles on the baseline. A glyph's advance is its right edge. */
export interface FontPlan {
  /** The glyphs for the characters from "A" on: the right edge and the top of the rectangle, in 1/1000 em. */
  readonly glyphs: readonly { readonly right: number; readonly top: number }[];
  /**
   * Makes the font variable: wght 100–900 with default 400. At 900, all right edges are this much further to the right.
   */
  readonly wider?: number;
  /** Additional points in each outline, along its top edge. */
  readonly extraPoints?: number;
  /** Additional tables. They replace tables of the same name. */
  readonly tables?: Readonly<Record<string, Buffer>>;
}

const words = (...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const word = Buffer.alloc(2);
      word.writeUInt16BE(value & 0xffff);
      return word;
    }),
  );
const longs = (...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const long = Buffer.alloc(4);
      long.writeUInt32BE(value >>> 0);
      return long;
    }),
  );

/** Creates a TrueType file. */
export function makeFont(plan: FontPlan): Buffer {
  const boxes = [{ right: 500, top: 500 }, ...plan.glyphs];
  const outlines = boxes.map(({ right, top }) => outline(right, top, plan.extraPoints ?? 0));
  const offsets = outlines.reduce<number[]>((all, { length }) => [...all, (all.at(-1) ?? 0) + length], [0]);
  const variable = plan.wider === undefined ? {} : { fvar: fvar(), gvar: gvar(boxes.length, plan.wider) };
  return assemble({
    cmap: cmap(plan.glyphs.length),
    glyf: Buffer.concat(outlines),
    head: Buffer.concat([
      longs(0x10000, 0, 0, 0x5f0f3cf5),
      words(0, 1000),
      Buffer.alloc(16),
      words(0, 0, 1000, 1000, 0, 8, 2, 1, 0),
    ]),
    hhea: Buffer.concat([longs(0x10000), words(800, -200, 0), Buffer.alloc(24), words(boxes.length)]),
    hmtx: Buffer.concat(boxes.map(({ right }) => words(right, 0))),
    loca: longs(...offsets),
    maxp: Buffer.concat([longs(0x10000), words(boxes.length), Buffer.alloc(26)]),
    ...variable,
    ...plan.tables,
  });
}

/** Creates a font file from tables. */
export function assemble(tables: Readonly<Record<string, Buffer>>): Buffer {
  const sorted = Object.entries(tables).sort(([one], [other]) => (one < other ? -1 : 1));
  let offset = 12 + sorted.length * 16;
  const entries = sorted.map(([tag, { length }]) => {
    const entry = Buffer.concat([Buffer.from(tag, "latin1"), longs(0, offset, length)]);
    offset += length;
    return entry;
  });
  const data = sorted.map(([, table]) => table);
  return Buffer.concat([longs(0x10000), words(sorted.length, 0, 0, 0), ...entries, ...data]);
}

/** Returns one contour: bottom left, top left, top right, bottom right. All points are on the curve. */
function outline(right: number, top: number, extraPoints: number): Buffer {
  const corners: [number, number][] = [
    [0, 0],
    [0, top],
    ...Array.from({ length: extraPoints }, (_, index): [number, number] => [index % 2 === 0 ? right : 0, top]),
    [right, top],
    [right, 0],
  ];
  const steps = (axis: 0 | 1) => corners.map((corner, index) => corner[axis] - (corners[index - 1]?.[axis] ?? 0));
  const glyph = Buffer.concat([
    words(1, 0, 0, right, top, corners.length - 1, 0),
    Buffer.alloc(corners.length, 1),
    words(...steps(0), ...steps(1)),
  ]);
  return Buffer.concat([glyph, Buffer.alloc(-glyph.length & 3)]);
}

/** Format 4: one segment from "A" on, and the required last segment. */
function cmap(count: number): Buffer {
  const segments = words(0x41 + count - 1, 0xffff, 0, 0x41, 0xffff, 1 - 0x41, 1, 0, 0);
  const subtable = Buffer.concat([words(4, 14 + segments.length, 0, 4, 4, 1, 0), segments]);
  return Buffer.concat([words(0, 1, 3, 1), longs(12), subtable]);
}

function fvar(): Buffer {
  const axis = Buffer.concat([Buffer.from("wght"), longs(100 << 16, 400 << 16, 900 << 16), words(0, 256)]);
  return Buffer.concat([words(1, 0, 16, 2, 1, 20, 0, 8), axis]);
}

/** Each glyph has one tuple for the heaviest weight, with deltas for the four points and the four phantom points. */
function gvar(count: number, wider: number): Buffer {
  const deltas = Buffer.concat([
    Buffer.from([0x40 | 7]),
    words(0, 0, wider, wider, 0, wider, 0, 0),
    Buffer.from([0x80 | 7]),
  ]);
  const serialized = Buffer.concat([Buffer.from([0]), deltas]);
  const data = Buffer.concat([words(1, 8, serialized.length, 0x2000), serialized]);
  const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
  const offsets = longs(...Array.from({ length: count + 1 }, (_, index) => index * padded.length));
  const tuples = words(0x4000);
  const head = 20 + offsets.length;
  return Buffer.concat([
    words(1, 0, 1, 1),
    longs(head),
    words(count, 1),
    longs(head + tuples.length),
    offsets,
    tuples,
    ...Array.from({ length: count }, () => padded),
  ]);
}
