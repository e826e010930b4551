/** Encodes rows of blocks of a baseline JPEG. It is written in AssemblyScript, because it needs SIMD instructions. */
import { codeBlock, finishRow, prepareCodes, startRow } from "./code-block";
import { convertBlock, repeatsLeft } from "./color";
import { completeBlocks, flatten } from "./complete-blocks";
import {
  BLOCK_BYTES,
  codes,
  coefficients,
  completedAt,
  factors,
  FACTORS_BYTES,
  nonZero,
  outputAt,
  pixelsAt,
  reserve,
  samples,
} from "./memory";
import { placesOf, prepareZigzag } from "./non-zero";
import { transformAndQuantize } from "./transform";

export { codes, factors, outputAt, pixelsAt, reserve };

/** Derives tables from `codes`. Call it once, after `codes` is set. */
export function prepare(): void {
  prepareZigzag();
  prepareCodes();
}

/**
 * Encodes up to 8 rows of pixels, and returns the number of bytes. `isOpaque`: whether all pixels are opaque. If not,
 * they are drawn on white.
 */
export function encodeRow(width: i32, rows: i32, isOpaque: bool): i32 {
  const blocks = (width + 7) >> 3;
  const stride = 32 * blocks;
  let pixels = pixelsAt();
  if (rows < 8 || (width & 7) !== 0) {
    completeBlocks(pixels, width, rows, completedAt(), stride);
    pixels = completedAt();
  }
  if (!isOpaque) flatten(pixels, 8 * stride);
  return encodeBlocks(pixels, blocks, stride);
}

function encodeBlocks(pixels: usize, blocks: i32, stride: i32): i32 {
  let luma: i32 = 0;
  let blue: i32 = 0;
  let red: i32 = 0;
  startRow();
  for (let block = 0; block < blocks; block++) {
    if (block === 0 || !repeatsLeft(pixels, stride)) analyzeBlock(pixels, stride);
    luma = code(0, 0, luma);
    blue = code(1, 1, blue);
    red = code(2, 1, red);
    pixels += 32;
  }
  return finishRow();
}

/** Finds the coefficients of the three components. */
function analyzeBlock(pixels: usize, stride: i32): void {
  convertBlock(pixels, stride);
  for (let component: usize = 0; component < 3; component++) {
    const block = coefficients + component * BLOCK_BYTES;
    const table = component === 0 ? factors : factors + FACTORS_BYTES;
    transformAndQuantize(samples + component * BLOCK_BYTES, block, table);
    store<u64>(nonZero + 8 * component, placesOf(block));
  }
}

/** Codes a component of a block, and returns its mean. */
// @ts-ignore: a decorator of AssemblyScript.
@inline
function code(component: usize, kind: usize, lastMean: i32): i32 {
  const block = coefficients + component * BLOCK_BYTES;
  const mean: i32 = load<i16>(block);
  codeBlock(block, load<u64>(nonZero + 8 * component), mean - lastMean, kind);
  return mean;
}
