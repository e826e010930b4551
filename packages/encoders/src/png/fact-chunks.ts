import { type About, type FileFacts, textsOf } from "../shared/file-facts.js";
import { xmpPacket } from "../shared/xmp-packet.js";
import { chunk } from "./chunk.js";

const METERS_PER_INCH = 0.0254;
/** The number that stands for a meter in `pHYs`. */
const METER = 1;

/** The keywords that the specification of PNG defines (11.3.3.1). */
const KEYWORDS: Readonly<Record<keyof About, string>> = { title: "Title", author: "Author", copyright: "Copyright" };
const XMP_KEYWORD = "XML:com.adobe.xmp";

/** A text that `tEXt` can contain: the printable characters of Latin-1. */
const LATIN_1 = /^[\x20-\x7e\xa1-\xff]*$/;
/** In `iTXt`, between the keyword and the text: not compressed, no language, and no translated keyword. */
const PLAIN_TEXT = [0, 0, 0, 0, 0];

/** Returns the chunks with the facts of a file. They precede the pixels. */
export function factChunks({ pixelsPerInch, about = {} }: FileFacts): Uint8Array[] {
  const packet = xmpPacket(about);
  return [
    ...(pixelsPerInch === undefined ? [] : [densityChunk(pixelsPerInch)]),
    ...textsOf(about).map(([name, text]) => textChunk(KEYWORDS[name], text)),
    ...(packet === undefined ? [] : [unicodeChunk(XMP_KEYWORD, packet)]),
  ];
}

function densityChunk(pixelsPerInch: number): Uint8Array {
  const perMeter = Math.max(1, Math.round(pixelsPerInch / METERS_PER_INCH));
  const bytes = new Uint8Array(9);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, perMeter);
  view.setUint32(4, perMeter);
  bytes[8] = METER;
  return chunk("pHYs", bytes);
}

/** More programs read `tEXt` than `iTXt`. */
function textChunk(keyword: string, text: string): Uint8Array {
  if (!LATIN_1.test(text)) return unicodeChunk(keyword, text);
  return chunk("tEXt", Buffer.from(`${keyword}\0${text}`, "latin1"));
}

function unicodeChunk(keyword: string, text: string): Uint8Array {
  return chunk("iTXt", Buffer.concat([Buffer.from(keyword, "latin1"), Uint8Array.from(PLAIN_TEXT), Buffer.from(text)]));
}
