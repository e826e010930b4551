/** Reads the size of an image in an SVG from the header of the image. */

const DATA_URI = /^\s*data:image\/(?:png|jpe?g|gif);base64,/i;

/** Returns the number of pixels of a PNG, JPEG or GIF data URI, or undefined for anything else. */
export function rasterPixels(uri: string): number | undefined {
  const head = DATA_URI.exec(uri)?.[0];
  if (head === undefined) return undefined;
  const content = base64Of(uri.slice(head.length));
  if (content === undefined) return undefined;
  const bytes = Buffer.from(content, "base64");
  // The bytes decide, not the media type. Rasterizers look at the bytes too, and would find an SVG.
  if (bytes.length >= 24 && bytes.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n") {
    return bytes.readUInt32BE(16) * bytes.readUInt32BE(20);
  }
  if (bytes.length >= 10 && /^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) {
    return bytes.readUInt16LE(6) * bytes.readUInt16LE(8);
  }
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegPixels(bytes) : undefined;
}

/**
 * Returns the Base64 text of a data URI, or undefined if it has other characters. Rasterizers decode `%0A` first, and
 * Node.js skips characters that are not Base64, so both would read different bytes.
 */
function base64Of(body: string): string | undefined {
  const decoded = body.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const content = decoded.replace(/[ \t\n\f\r]+/g, "");
  return /^[A-Za-z0-9+/]*={0,2}$/.test(content) ? content : undefined;
}

/** Walks the segments to the frame header (ISO/IEC 10918-1, section B.2.2). */
function jpegPixels(bytes: Buffer): number | undefined {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
  }
  return undefined;
}
