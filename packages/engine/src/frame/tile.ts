import type { EncodedRows } from "./encoded-rows.js";
import type { Color } from "../document/attributes/color.js";
import type { DeviceRect } from "./device-grid.js";

/**
 * The pixels of a part of a picture: 32 bits per pixel, RGBA in memory, premultiplied by alpha, rows from the top
 * without gaps. The pixels are words instead of bytes, because blending reads whole pixels.
 */
export interface Tile extends DeviceRect {
  readonly pixels: Uint32Array;
  /** The opacity for blending. @default 1 */
  readonly opacity?: number | undefined;
  /** The rounding for blending. @default "nearest" */
  readonly rounding?: Rounding | undefined;
  /** Whether all pixels are known to be opaque. If this is not set, they can still be opaque. */
  readonly isOpaque?: boolean | undefined;
}

/** A color on a part of a picture, with the share of each pixel that it covers. */
export interface Stencil extends DeviceRect {
  /**
   * The coverage of each pixel from 0 to 255, in rows from the top without gaps. It begins at a multiple of four bytes
   * of its buffer.
   */
  readonly coverage: Uint8Array;
  /** The premultiplied pixel for each coverage. */
  readonly shades: Uint32Array;
  /** The opacity for blending. @default 1 */
  readonly opacity?: number | undefined;
}

/** Anything that can be blended over a tile. */
export type Drawing = Tile | Stencil;

/**
 * The rasterizer rounds up when it fills a path, and to the nearest integer when it draws a group or an image. A
 * resampled image can have colors above their alpha, so the result must be clamped.
 */
export type Rounding = "up" | "nearest" | "clamped";

/** The pixels of a whole picture, as bytes for an encoder. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** Whether all pixels are opaque, so that the picture needs no alpha channel. */
  readonly isOpaque: boolean;
  /** The rows of these pixels that are encoded already. @default none */
  readonly encoded?: EncodedRows | undefined;
}

/** Returns the bytes of a tile's pixels. */
export function bytesOf({ pixels }: Tile): Uint8Array {
  return new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
}

/** Returns the bytes of memory that a drawing takes. */
export function bytesOfDrawing(drawing: Drawing): number {
  return "coverage" in drawing ? drawing.coverage.byteLength + drawing.shades.byteLength : drawing.pixels.byteLength;
}

/** Returns bytes as pixels. Copies them only if they are not aligned to words. */
export function pixelsOf(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}

/**
 * Returns a tile of one opaque color. The rasterizer would draw the same, but would take 20 ms longer in a fresh
 * process.
 */
export function filledTile(area: DeviceRect, { red, green, blue }: Color): Tile {
  const tile = emptyTile(area);
  tile.pixels.fill(((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0);
  return { ...tile, isOpaque: true };
}

/** Returns a transparent tile. */
export function emptyTile({ left, top, width, height }: DeviceRect): Tile {
  return { left, top, width, height, pixels: new Uint32Array(width * height) };
}
