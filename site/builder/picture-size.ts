/** Reads the size of a picture from its first bytes, so that a page can reserve the space for it. */

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of a PNG, WebP, JPEG or SVG file in pixels. @throws Error for any other file */
export function pictureSize(content: Buffer, name: string): PictureSize {
  const size = ofPng(content) ?? ofWebp(content) ?? ofJpeg(content) ?? ofSvg(content);
  if (size === undefined) throw new Error(`${name} is not a PNG, WebP, JPEG or SVG file with a size.`);
  return size;
}

function ofPng(content: Buffer): PictureSize | undefined {
  if (content.toString("latin1", 1, 4) !== "PNG") return undefined;
  return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

function ofWebp(content: Buffer): PictureSize | undefined {
  if (content.toString("latin1", 8, 12) !== "WEBP") return undefined;
  const kind = content.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
  if (kind === "VP8L") {
    const bits = content.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff };
}

/** Walks over the segments of a JPEG to the one that starts the frame. */
function ofJpeg(content: Buffer): PictureSize | undefined {
  if (content.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 < content.length) {
    const marker = content.readUInt16BE(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { width: content.readUInt16BE(at + 7), height: content.readUInt16BE(at + 5) };
    at += 2 + content.readUInt16BE(at + 2);
  }
  return undefined;
}

function ofSvg(content: Buffer): PictureSize | undefined {
  const [, width, height] = /<svg[^>]*\sviewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(content.toString()) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}
