import type { DeviceRect } from "./device-grid.js";
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
