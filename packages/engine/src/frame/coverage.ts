import { type DeviceRect, overlap } from "./device-grid.js";
import type { Tile } from "./tile.js";

/** The share of each pixel that something covers, from 0 to 255, in rows without gaps. Outside of the area, it is 0. */
export interface Coverage extends DeviceRect {
  readonly values: Uint8Array;
}

/** Returns the alpha of a tile. */
export function alphaOf({ left, top, width, height, pixels }: Tile): Coverage {
  const values = new Uint8Array(width * height);
  for (let index = 0; index < values.length; index++) values[index] = (pixels[index] ?? 0) >>> 24;
  return { left, top, width, height, values };
}

/** Returns the part of a coverage that is in an area. It can be empty. */
export function cropCoverage(source: Coverage, area: DeviceRect): Coverage {
  const part = overlap(source, area) ?? { left: area.left, top: area.top, width: 0, height: 0 };
  if (part.width === source.width && part.height === source.height) return source;
  return { ...part, values: readArea(source, part) };
}

/** Returns the values of a coverage in any area, without those outside of the coverage: they stay 0. */
export function readArea(source: Coverage, area: DeviceRect): Uint8Array {
  const values = new Uint8Array(area.width * area.height);
  const part = overlap(source, area);
  for (let row = 0; part !== undefined && row < part.height; row++) {
    const from = (part.top + row - source.top) * source.width + part.left - source.left;
    const to = (part.top + row - area.top) * area.width + part.left - area.left;
    values.set(source.values.subarray(from, from + part.width), to);
  }
  return values;
}

/** Inverts a coverage in place: what it covers becomes uncovered. */
export function invert(values: Uint8Array): void {
  for (let index = 0; index < values.length; index++) values[index] = 255 - (values[index] ?? 0);
}
