import { type DeviceRect } from "./device-grid.js";

/**
 * A piece of a picture: 32 bits a pixel, RGBA in memory, colours multiplied by alpha, rows from the top without gaps.
 * As words rather than bytes, since a blend looks at whole pixels.
 */
export interface Tile extends DeviceRect {
  readonly pixels: Uint32Array;
  /** How much of it is laid down; 1 if it is left out. */
  readonly opacity?: number;
  /** How it is rounded where it is laid over others; to the nearest if it is left out. */
  readonly rounding?: Rounding;
}

/**
 * The rasterizer rounds up where it fills a path, and to the nearest where it lays down a group or an image. An image
 * that it resampled may have colours above their alpha, which must be held to what a pixel can be.
 */
export type Rounding = "up" | "nearest" | "held";

/** A whole picture; the same memory as bytes is what an encoder takes. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** Whether nothing shines through, so that it can be written without alpha. */
  readonly isOpaque: boolean;
}

/** The bytes of a tile's pixels. */
export function bytesOf({ pixels }: Tile): Uint8Array {
  return new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
}

/** Bytes seen as pixels; copied only if they do not lie on a word's boundary. */
export function pixelsOf(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}

/** A tile without ink. */
export function emptyTile({ left, top, width, height }: DeviceRect): Tile {
  return { left, top, width, height, pixels: new Uint32Array(width * height) };
}
