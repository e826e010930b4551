import { exifOrientation, FIRST_ON_ITS_SIDE, UPRIGHT } from "./exif-orientation.js";
import type { ImageHeader } from "./image-header.js";

const EXIF = { marker: 0xffe1, name: "Exif\0\0" };
/** The frame headers of progressive images: with Huffman and with arithmetic coding, alone and in a hierarchy. */
const PROGRESSIVE: ReadonlySet<number> = new Set([0xffc2, 0xffc6, 0xffca, 0xffce]);
const FRAME_BYTES = 9;

/** Reads the first frame header of a JPEG (ITU T.81, section B.2.2), and the orientation before it. */
export function jpegHeader(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let orientation = UPRIGHT;
  for (let at = 2; at + FRAME_BYTES <= bytes.length;) {
    const marker = bytes.readUInt16BE(at);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xffff) {
      at += 1;
      continue;
    }
    if (isFrameHeader(marker)) return frameHeader(bytes, at, orientation);
    const data = at + 4 + EXIF.name.length;
    if (marker === EXIF.marker && bytes.toString("latin1", at + 4, data) === EXIF.name) {
      orientation = exifOrientation(bytes.subarray(data, end));
    }
    at = end;
  }
  return undefined;
}

function frameHeader(bytes: Buffer, at: number, orientation: number): ImageHeader {
  const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
  const size = orientation >= FIRST_ON_ITS_SIDE ? { width: height, height: width } : { width, height };
  return { type: "image/jpeg", ...size, isProgressive: PROGRESSIVE.has(bytes.readUInt16BE(at)) };
}

/** Returns whether a marker is one of SOF0 to SOF15. Three markers in that range mean something else. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xffc0 && marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc;
}
