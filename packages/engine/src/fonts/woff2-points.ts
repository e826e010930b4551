/** Converts the outlines of simple glyphs from WOFF2 triplets (section 5.2) to TrueType flags and coordinates. */
import type { ByteReader } from "./byte-reader.js";
import { brokenFont } from "./sfnt.js";

/** The points of a simple glyph, each relative to the previous one. */
export interface Points {
  /** The last point of each contour. */
  readonly ends: readonly number[];
  readonly dx: readonly number[];
  readonly dy: readonly number[];
  readonly onCurve: readonly boolean[];
}

interface PointStreams {
  readonly points: ByteReader;
  readonly flags: ByteReader;
  readonly glyphs: ByteReader;
}

/** The largest number of points. TrueType stores it in 16 bits. */
const MAX_POINTS = 0xffff;

/** Reads the points of a glyph with this number of contours. @throws FontError */
export function readPoints({ points, flags, glyphs }: PointStreams, contours: number): Points {
  const ends: number[] = [];
  let count = 0;
  for (let contour = 0; contour < contours; contour++) {
    count += points.packedUint16();
    if (count > MAX_POINTS) throw brokenFont();
    ends.push(count - 1);
  }
  const [dx, dy, onCurve]: [number[], number[], boolean[]] = [[], [], []];
  for (let point = 0; point < count; point++) {
    const flag = flags.uint8();
    const [x, y] = readTriplet(flag & 0x7f, glyphs);
    dx.push(x);
    dy.push(y);
    onCurve.push((flag & 0x80) === 0);
  }
  // Skips the length of the instructions. The instructions themselves are in a stream that is not read.
  glyphs.packedUint16();
  return { ends, dx, dy, onCurve };
}

/** Reads the distance to the next point. The flag decides the format, which has one to four bytes. */
function readTriplet(flag: number, glyphs: ByteReader): [number, number] {
  const signed = (sign: number, size: number) => ((sign & 1) === 1 ? size : -size);
  const [xSign, ySign] = [flag, flag >> 1];
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + glyphs.uint8())];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + glyphs.uint8()), 0];
  if (flag < 84) {
    const [code, byte] = [flag - 20, glyphs.uint8()];
    return [signed(xSign, 1 + (code & 0x30) + (byte >> 4)), signed(ySign, 1 + ((code & 0x0c) << 2) + (byte & 0x0f))];
  }
  if (flag < 120) {
    const code = flag - 84;
    const x = 1 + (Math.floor(code / 12) << 8) + glyphs.uint8();
    return [signed(xSign, x), signed(ySign, 1 + (((code % 12) >> 2) << 8) + glyphs.uint8())];
  }
  if (flag < 124) {
    const [first, second, third] = [glyphs.uint8(), glyphs.uint8(), glyphs.uint8()];
    return [signed(xSign, (first << 4) + (second >> 4)), signed(ySign, ((second & 0x0f) << 8) + third)];
  }
  return [signed(xSign, glyphs.uint16()), signed(ySign, glyphs.uint16())];
}

const [ON_CURVE, X_SHORT, Y_SHORT, X_SAME, Y_SAME] = [0x01, 0x02, 0x04, 0x10, 0x20] as const;

/** Writes a simple glyph without instructions. Computes its box if none is given. */
export function writeSimpleGlyph({ ends, dx, dy, onCurve }: Points, box: Buffer | undefined): Buffer {
  const head = Buffer.alloc(2 + 8 + ends.length * 2 + 2);
  head.writeInt16BE(ends.length, 0);
  (box ?? boxOf(dx, dy)).copy(head, 2);
  ends.forEach((end, index) => head.writeUInt16BE(end & 0xffff, 10 + index * 2));
  const flags = Buffer.from(onCurve.map((isOn) => (isOn ? ON_CURVE : 0)));
  const x = encodeSteps(dx, flags, X_SHORT, X_SAME);
  const y = encodeSteps(dy, flags, Y_SHORT, Y_SAME);
  return Buffer.concat([head, flags, x, y]);
}

/**
 * Encodes the distances along one axis in zero, one or two bytes each, and notes in the flags how many. A hostile file
 * can have millions of points, so they share one buffer.
 */
function encodeSteps(steps: readonly number[], flags: Buffer, short: number, same: number): Buffer {
  const bytes = Buffer.alloc(steps.length * 2);
  let length = 0;
  for (const [point, step] of steps.entries()) {
    const isShort = Math.abs(step) < 256;
    const flag = step === 0 ? same : isShort ? short | (step > 0 ? same : 0) : 0;
    flags[point] = (flags[point] ?? 0) | flag;
    if (step === 0) continue;
    length = isShort ? bytes.writeUInt8(Math.abs(step), length) : bytes.writeInt16BE((step << 16) >> 16, length);
  }
  return bytes.subarray(0, length);
}

function boxOf(dx: readonly number[], dy: readonly number[]): Buffer {
  const [left, right] = extent(dx);
  const [bottom, top] = extent(dy);
  const box = Buffer.alloc(8);
  [left, bottom, right, top].forEach((edge, index) =>
    box.writeInt16BE(Math.max(-0x8000, Math.min(0x7fff, edge)), index * 2),
  );
  return box;
}

function extent(steps: readonly number[]): [least: number, most: number] {
  let [at, least, most] = [0, Infinity, -Infinity];
  for (const step of steps) {
    at += step;
    least = Math.min(least, at);
    most = Math.max(most, at);
  }
  return least <= most ? [least, most] : [0, 0];
}
