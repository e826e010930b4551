import { combineAdler, EMPTY_ADLER } from "./adler-32.js";
import { encodeBand, type EncodedBand } from "./band-encoder.js";
import { chunk } from "./chunk.js";
import { factChunks } from "./fact-chunks.js";
import { pngBands } from "./png-bands.js";
import type { FileFacts } from "../shared/file-facts.js";
import type { Raster } from "../shared/raster.js";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const COLOR_TYPES = { rgb: 2, rgba: 6 };
/** The header of a zlib stream: a window of 32 KB, and the fastest level. */
const ZLIB_HEAD = Uint8Array.of(0x78, 0x01);
/** The last deflate block, which is empty. */
const LAST_BLOCK = [0x03, 0x00];

/**
 * Encodes a picture as PNG. The bytes depend only on its pixels and the facts, not on which bands were encoded before.
 */
export function encodePng(
  { width, height, pixels, isOpaque }: Raster,
  bands = pngBands(width),
  facts: FileFacts = {},
): Uint8Array {
  const source = { pixels, width, height, isOpaque };
  const encoded = bands.complete(source, (top, bottom) => encodeBand(source, top, bottom));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", headOf(width, height, isOpaque)),
    ...factChunks(facts),
    chunk("IDAT", ZLIB_HEAD),
    ...encoded.map(({ bytes }) => bytes),
    chunk("IDAT", tailOf(encoded)),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** Returns the header: eight bits per channel, the only compression and filter method, and no interlacing. */
function headOf(width: number, height: number, isOpaque: boolean): Uint8Array {
  const bytes = new Uint8Array(13);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  bytes.set([8, isOpaque ? COLOR_TYPES.rgb : COLOR_TYPES.rgba, 0, 0, 0], 8);
  return bytes;
}

/** Returns the last block, and the checksum of all filtered rows. */
function tailOf(bands: readonly EncodedBand[]): Uint8Array {
  const bytes = new Uint8Array(LAST_BLOCK.length + 4);
  bytes.set(LAST_BLOCK);
  const adler = bands.reduce((sum, band) => combineAdler(sum, band.adler, band.length), EMPTY_ADLER);
  new DataView(bytes.buffer).setUint32(LAST_BLOCK.length, adler);
  return bytes;
}
