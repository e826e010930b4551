/** Reads the segments of a JPEG, to decide whether another file can contain it as it is. */

import { exifOrientation, UPRIGHT } from "../image-headers/exif-orientation.js";

/** A JPEG without the data that its pixels do not need, such as the place where a photo was taken. */
export interface PlainJpeg {
  readonly file: Buffer;
  readonly width: number;
  readonly height: number;
  /** 1 for gray, 3 for colors, 4 for print colors. */
  readonly components: number;
  /** Whether the colors are those of sRGB, which a JPEG has unless it says otherwise. */
  readonly isSrgb: boolean;
  /** Whether a viewer shows the pixels without rotating or mirroring them. */
  readonly isUpright: boolean;
}

/** The frame headers that all readers know: baseline, extended and progressive, with Huffman coding. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const ICC = { marker: 0xe2, name: "ICC_PROFILE\0" };
/** Adobe's segment says how the colors are stored. */
const ADOBE = { marker: 0xee, name: "Adobe", transformAt: 11, yuv: 1 };
const EXIF = { marker: 0xe1, name: "Exif\0\0", head: 6 };
/** The segments of applications and comments, apart from that of JFIF. */
const isMetadata = (marker: number) => (marker > 0xe0 && marker <= 0xef) || marker === 0xfe;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
const [START, SCAN, END, FILL] = [0xd8, 0xda, 0xd9, 0xff];

/** Returns a JPEG without metadata, or undefined if it is cut off, or not one that all readers know. */
export function readJpeg(source: Buffer): PlainJpeg | undefined {
  if (source[0] !== FILL || source[1] !== START) return undefined;
  const kept: Buffer[] = [source.subarray(0, 2)];
  let frame: Pick<PlainJpeg, "width" | "height" | "components"> | undefined;
  let [isSrgb, isUpright] = [true, true];
  for (let at = 2; at + 4 <= source.length;) {
    const marker = source[at + 1] ?? 0;
    if (source[at] !== FILL) return undefined;
    if (marker === FILL) {
      at += 1;
      continue;
    }
    const end = at + 2 + source.readUInt16BE(at + 2);
    const segment = source.subarray(at + 4, end);
    if (marker === ICC.marker && hasName(segment, ICC.name)) isSrgb &&= segment.includes("sRGB");
    if (marker === EXIF.marker && hasName(segment, EXIF.name)) {
      isUpright &&= exifOrientation(segment.subarray(EXIF.head)) === UPRIGHT;
    }
    if (marker === ADOBE.marker && hasName(segment, ADOBE.name) && segment[ADOBE.transformAt] !== ADOBE.yuv) return;
    if (FRAMES.has(marker)) frame = readFrame(segment);
    const stop = marker === SCAN ? endOfScan(source, end) : end;
    if (stop === undefined || stop > source.length) return undefined;
    if (!isMetadata(marker)) kept.push(source.subarray(at, stop));
    at = stop;
    if (source[at] === FILL && source[at + 1] === END) {
      kept.push(source.subarray(at, at + 2));
      return frame && { ...frame, isSrgb, isUpright, file: Buffer.concat(kept) };
    }
  }
  return undefined;
}

function hasName(segment: Buffer, name: string): boolean {
  return segment.toString("latin1", 0, name.length) === name;
}

const FRAME = { bytes: 6, bits: 8 };

function readFrame(segment: Buffer): Pick<PlainJpeg, "width" | "height" | "components"> | undefined {
  if (segment.length < FRAME.bytes || segment[0] !== FRAME.bits) return undefined;
  const [height, width] = [segment.readUInt16BE(1), segment.readUInt16BE(3)];
  return width === 0 || height === 0 ? undefined : { width, height, components: segment.readUInt8(5) };
}

/** Returns the place of the marker after the data of a scan. */
function endOfScan(source: Buffer, start: number): number | undefined {
  for (let at = source.indexOf(FILL, start); at !== -1; at = source.indexOf(FILL, at + 1)) {
    const next = source[at + 1];
    // In the data of a scan, 0 follows each byte that could begin a marker.
    if (next !== undefined && next !== 0 && next !== FILL && !isRestart(next)) return at;
  }
  return undefined;
}
