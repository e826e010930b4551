/**
 * Reverses the transforms of WOFF2 (sections 5.1 to 5.4). TrueType outlines are stored as separate streams of counts,
 * flags and coordinates. Metrics are stored without values that follow from the outlines. Hinting programs are left
 * out, because nothing executes them.
 */
import { ByteReader } from "./byte-reader.js";
import { brokenFont, MAX_UNPACKED_BYTES, tooLargeFont } from "./sfnt.js";
import { readPoints, writeSimpleGlyph } from "./woff2-points.js";

export interface RebuiltGlyphs {
  readonly glyf: Buffer;
  /** The table with four-byte offsets. */
  readonly loca: Buffer;
  /** The left edge of each glyph. */
  readonly lefts: readonly number[];
}

/** The streams of a transformed `glyf` table. */
export interface GlyphStreams {
  readonly contours: ByteReader;
  readonly points: ByteReader;
  readonly flags: ByteReader;
  readonly glyphs: ByteReader;
  readonly composites: ByteReader;
  readonly boxes: ByteReader;
  readonly hasBox: (glyph: number) => boolean;
}

/** Rebuilds the outlines. @throws FontError */
export function rebuildGlyphs(table: Buffer): RebuiltGlyphs {
  const { count, streams } = openStreams(table);
  const parts: Buffer[] = [];
  const lefts: number[] = [];
  const loca = Buffer.alloc((count + 1) * 4);
  let offset = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    const made = rebuildGlyph(streams, glyph);
    // Each glyph starts at a multiple of four bytes.
    parts.push(made, Buffer.alloc(-made.length & 3));
    offset += made.length + (-made.length & 3);
    if (offset > MAX_UNPACKED_BYTES) throw tooLargeFont();
    loca.writeUInt32BE(offset, (glyph + 1) * 4);
    lefts.push(made.length === 0 ? 0 : made.readInt16BE(2));
  }
  return { glyf: Buffer.concat(parts, offset), loca, lefts };
}

function openStreams(table: Buffer): { readonly count: number; readonly streams: GlyphStreams } {
  const reader = new ByteReader(table);
  reader.take(4);
  const count = reader.uint16();
  reader.take(2);
  const sizes = Array.from({ length: 7 }, () => reader.uint32());
  const [contours, points, flags, glyphs, composites, boxesAll] = sizes.map((size) => reader.take(size));
  if (!contours || !points || !flags || !glyphs || !composites || !boxesAll) throw brokenFont();
  const bitmapBytes = 4 * Math.floor((count + 31) / 32);
  const boxes = new ByteReader(boxesAll);
  const bitmap = boxes.take(bitmapBytes);
  return {
    count,
    streams: {
      contours: new ByteReader(contours),
      points: new ByteReader(points),
      flags: new ByteReader(flags),
      glyphs: new ByteReader(glyphs),
      composites: new ByteReader(composites),
      boxes,
      hasBox: (glyph) => ((bitmap[glyph >> 3] ?? 0) & (0x80 >> (glyph & 7))) !== 0,
    },
  };
}

const COMPOSITE = -1;

function rebuildGlyph(streams: GlyphStreams, glyph: number): Buffer {
  const contours = streams.contours.int16();
  const box = streams.hasBox(glyph) ? streams.boxes.take(8) : undefined;
  if (contours === 0) {
    if (box !== undefined) throw brokenFont();
    return Buffer.alloc(0);
  }
  if (contours > 0) return writeSimpleGlyph(readPoints(streams, contours), box);
  if (contours !== COMPOSITE || box === undefined) throw brokenFont();
  return rebuildComposite(streams, box);
}

const [ARGS_ARE_WORDS, HAS_SCALE, MORE_COMPONENTS, HAS_TWO_SCALES, HAS_MATRIX, HAS_INSTRUCTIONS] = [
  0x1, 0x8, 0x20, 0x40, 0x80, 0x100,
] as const;

/**
 * Rebuilds a glyph that consists of other glyphs. A hostile file can state millions of them in one glyph, so its bytes are
 * copied at once.
 */
function rebuildComposite({ composites, glyphs }: GlyphStreams, box: Buffer): Buffer {
  const head = Buffer.alloc(2);
  head.writeInt16BE(COMPOSITE, 0);
  const start = composites.position;
  /** The places of the flags that announce instructions. */
  const withInstructions: number[] = [];
  let flags = MORE_COMPONENTS as number;
  while ((flags & MORE_COMPONENTS) !== 0) {
    const at = composites.position - start;
    flags = composites.uint16();
    if ((flags & HAS_INSTRUCTIONS) !== 0) withInstructions.push(at);
    composites.skip(2 + argumentBytes(flags));
  }
  const components = Buffer.from(composites.since(start));
  for (const at of withInstructions) components.writeUInt16BE(components.readUInt16BE(at) & ~HAS_INSTRUCTIONS, at);
  // Skips the length of the instructions. The instructions themselves are in a stream that is not read.
  if (withInstructions.length > 0) glyphs.packedUint16();
  return Buffer.concat([head, box, components]);
}

function argumentBytes(flags: number): number {
  const places = (flags & ARGS_ARE_WORDS) !== 0 ? 4 : 2;
  if ((flags & HAS_SCALE) !== 0) return places + 2;
  if ((flags & HAS_TWO_SCALES) !== 0) return places + 4;
  return (flags & HAS_MATRIX) !== 0 ? places + 8 : places;
}

const METRIC_COUNT_AT = 34;

/** Rebuilds `hmtx`. The table can omit side bearings that equal the left edges of the glyphs. @throws FontError */
export function rebuildMetrics(table: Buffer, hhea: Buffer | undefined, lefts: readonly number[]): Buffer {
  if (hhea === undefined || hhea.length < METRIC_COUNT_AT + 2) throw brokenFont();
  const full = hhea.readUInt16BE(METRIC_COUNT_AT);
  if (full === 0 || full > lefts.length) throw brokenFont();
  const reader = new ByteReader(table);
  const flags = reader.uint8();
  const advances = Array.from({ length: full }, () => reader.uint16());
  const bearings = lefts.map((left, glyph) => {
    const isLeftOut = (flags & (glyph < full ? 1 : 2)) !== 0;
    return isLeftOut ? left : reader.int16();
  });
  const made = Buffer.alloc(full * 4 + (lefts.length - full) * 2);
  bearings.forEach((bearing, glyph) => {
    const advance = advances[glyph];
    if (advance === undefined) made.writeInt16BE(bearing, full * 4 + (glyph - full) * 2);
    else {
      made.writeUInt16BE(advance, glyph * 4);
      made.writeInt16BE(bearing, glyph * 4 + 2);
    }
  });
  return made;
}
