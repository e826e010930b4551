import { type EncoderMemory, startEncoder } from "../shared/start-encoder.js";
import { chunk } from "./chunk.js";
import { ENCODER_MODULE } from "./encoder-module.js";

/** Some rows of a picture, encoded for a PNG. They do not depend on other rows. */
export interface EncodedBand {
  /** A chunk with a part of the deflate stream. The part ends at a byte boundary. */
  readonly bytes: Uint8Array;
  /** The checksum of the filtered rows. */
  readonly adler: number;
  /** The number of bytes of the filtered rows. */
  readonly length: number;
}

/** The picture whose bands are encoded: premultiplied pixels, four bytes for each. */
export interface BandSource {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly isOpaque: boolean;
}

/** The exports of `wasm/encode-band.ts`. */
interface EncoderModule {
  readonly memory: EncoderMemory;
  readonly pixelsAddress: () => number;
  readonly outputAddress: () => number;
  readonly maxBandBytes: () => number;
  readonly lastAdler: () => number;
  readonly encodeBand: (width: number, rows: number, channels: number) => number;
}

/** The only instance. It has 2 MB of memory. The contents of its memory between two bands do not affect the output. */
let instance: EncoderModule | undefined;

/** Returns the module. It is compiled at its first use: a process that encodes no PNG does not need it. */
function encoderModule(): EncoderModule {
  instance ??= startEncoder(ENCODER_MODULE) as EncoderModule;
  return instance;
}

/**
 * Encodes the rows of a picture from `top` to `bottom`.
 * @throws RangeError if the rows do not fit into the memory of the encoder. A single row of a picture always fits.
 */
export function encodeBand({ pixels, width, isOpaque }: BandSource, top: number, bottom: number): EncodedBand {
  const module = encoderModule();
  const [channels, rows] = [isOpaque ? 3 : 4, bottom - top];
  const length = rows * (1 + width * channels);
  if (Math.max(length, 4 * rows * width) > module.maxBandBytes()) throw new RangeError("The band is too large.");
  const memory = new Uint8Array(module.memory.buffer);
  memory.set(pixels.subarray(4 * top * width, 4 * bottom * width), module.pixelsAddress());
  const size = module.encodeBand(width, rows, channels);
  const output = module.outputAddress();
  return {
    bytes: chunk("IDAT", memory.subarray(output, output + size)),
    adler: module.lastAdler() >>> 0,
    length,
  };
}
