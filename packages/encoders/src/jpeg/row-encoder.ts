import { type EncoderMemory, startEncoder } from "../shared/start-encoder.js";
import { codesOf } from "./huffman-codes.js";
import { ENCODER_MODULE } from "./encoder-module.js";
import { HUFFMAN_TABLES } from "./huffman-tables.js";
import { quantizationTables } from "./quantization-tables.js";

/** An address in the memory of the module. */
interface Address {
  readonly value: number;
}

/** The exports of `wasm/encode-row.ts`. */
interface Exports {
  readonly memory: EncoderMemory;
  readonly factors: Address;
  readonly codes: Address;
  prepare(): void;
  reserve(width: number): number;
  pixelsAt(): number;
  outputAt(): number;
  encodeRow(width: number, rows: number, isOpaque: boolean): number;
}

/** The factor by which a coefficient is larger than JPEG defines it, before it is divided (`wasm/transform.ts`). */
const COEFFICIENT_SCALE = 2 ** 19;

/**
 * The only instance, created at its first use. The contents of its memory between two rows do not affect the output.
 */
let encoder: Exports | undefined;
/** The quality whose factors are in the memory of the instance. */
let factorsQuality = 0;

interface RowSettings {
  readonly width: number;
  readonly isOpaque: boolean;
  readonly quality: number;
}

/** Encodes up to 8 rows of premultiplied pixels, four bytes for each. Translucent pixels are drawn on white. */
export function encodeRow(pixels: Uint8Array, { width, isOpaque, quality }: RowSettings): Uint8Array {
  encoder ??= createEncoder();
  if (quality !== factorsQuality) setFactors(encoder, quality);
  if (encoder.reserve(width) === 0) throw new RangeError(`No memory for a row of ${width} pixels.`);
  new Uint8Array(encoder.memory.buffer).set(pixels, encoder.pixelsAt());
  const length = encoder.encodeRow(width, pixels.length / (4 * width), isOpaque);
  return new Uint8Array(encoder.memory.buffer, encoder.outputAt(), length).slice();
}

function createEncoder(): Exports {
  const exports = startEncoder(ENCODER_MODULE) as Exports;
  const codes = new Uint32Array(exports.memory.buffer, exports.codes.value, 4 * 256);
  codes.set(HUFFMAN_TABLES.flatMap(({ dc, ac }) => [...codesOf(dc), ...codesOf(ac)]));
  exports.prepare();
  return exports;
}

/** Writes the factors of a quality to the memory. They are in column order, like the coefficients. */
function setFactors({ memory, factors }: Exports, quality: number): void {
  new Float32Array(memory.buffer, factors.value, 2 * 64).set(
    quantizationTables(quality).flatMap((table) =>
      table.map((_, index) => 1 / (COEFFICIENT_SCALE * (table[8 * (index % 8) + (index >> 3)] ?? 1))),
    ),
  );
  factorsQuality = quality;
}
