import type { DeviceRect } from "../frame/device-grid.js";

/**
 * The share of each pixel that the letters of a cell cover. The place of the mask is that of its top left pixel, from
 * the cell's origin.
 */
export interface GlyphMask extends DeviceRect {
  /** The coverage of each pixel from 0 to 255, in rows from the top without gaps. */
  readonly coverage: Uint8Array;
}

/** Returns the memory of a mask in bytes, with its key and its entry in a cache. */
export function bytesOfMask({ coverage }: GlyphMask): number {
  return coverage.byteLength + 400;
}

/** A mask at the origin of its cell. */
export interface PlacedMask {
  readonly mask: GlyphMask;
  /** The top left pixel in the picture. */
  readonly left: number;
  readonly top: number;
}

/** Returns whether both masks cover a part of the same pixel. */
export function shareInk(one: PlacedMask, other: PlacedMask): boolean {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.left + one.mask.width, other.left + other.mask.width);
  const bottom = Math.min(one.top + one.mask.height, other.top + other.mask.height);
  for (let y = top; y < bottom; y++) {
    const inOne = (y - one.top) * one.mask.width - one.left;
    const inOther = (y - other.top) * other.mask.width - other.left;
    for (let x = left; x < right; x++) {
      if (one.mask.coverage[inOne + x] !== 0 && other.mask.coverage[inOther + x] !== 0) return true;
    }
  }
  return false;
}

/** Adds a mask to the coverage of an area. Pixels outside of the area are ignored. */
export function addMask(area: DeviceRect, coverage: Uint8Array, { mask, left, top }: PlacedMask): void {
  const first = Math.max(0, area.left - left);
  const end = Math.min(mask.width, area.left + area.width - left);
  const lastRow = Math.min(mask.height, area.top + area.height - top);
  for (let row = Math.max(0, area.top - top); row < lastRow; row++) {
    const from = row * mask.width;
    const to = (top + row - area.top) * area.width + left - area.left;
    for (let column = first; column < end; column++) {
      const added = mask.coverage[from + column] ?? 0;
      if (added === 0) continue;
      const sum = (coverage[to + column] ?? 0) + added;
      coverage[to + column] = sum > 255 ? 255 : sum;
    }
  }
}
