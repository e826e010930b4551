import type { Color } from "../document/attributes/color.js";
import { FULL } from "./blur-coverage.js";
import type { DeviceRect } from "./device-grid.js";
import { emptyTile, type Tile } from "./tile.js";

/** A color with the share of each pixel that it covers, from 0 to `FULL`. */
export interface Shade {
  readonly color: Color;
  readonly coverage: Uint16Array;
}

/** A tile that casts shadows, with the shadows inside of it. */
export interface ShadedTile {
  readonly tile: Tile;
  /** The visible part of the tile. The shades inside of the tile have the same pixels. */
  readonly seen: DeviceRect;
  readonly shades: readonly Shade[];
}

/**
 * Paints shades from the bottom to the top, and a tile with its own shades over them. Each pixel is rounded once, so the
 * errors of many translucent shadows do not add up.
 */
export function paintShadows(area: DeviceRect, shades: readonly Shade[], above?: ShadedTile): Tile {
  const result = emptyTile(area);
  // Four channels of each pixel of a row, premultiplied, from 0 to 255.
  const row = new Float64Array(4 * area.width);
  for (let line = 0; line < area.height; line++) {
    row.fill(0);
    for (const shade of shades) paintShade(row, shade, line * area.width);
    if (above !== undefined) paintTile(row, above, area, area.top + line);
    roundRow(row, result.pixels, line * area.width);
  }
  return result;
}

/** @param at the place of the row in the shade */
function paintShade(row: Float64Array, { color, coverage }: Shade, at: number): void {
  const { red, green, blue, alpha } = color;
  const unit = alpha / FULL;
  for (let to = 0, from = at; to < row.length; to += 4, from++) {
    const covered = coverage[from] ?? 0;
    if (covered === 0) continue;
    const share = covered * unit;
    const rest = 1 - share;
    row[to] = (row[to] ?? 0) * rest + red * share;
    row[to + 1] = (row[to + 1] ?? 0) * rest + green * share;
    row[to + 2] = (row[to + 2] ?? 0) * rest + blue * share;
    row[to + 3] = (row[to + 3] ?? 0) * rest + 255 * share;
  }
}

/** Paints a line of a tile. Its shades do not exceed its alpha. */
function paintTile(row: Float64Array, { tile, seen, shades }: ShadedTile, area: DeviceRect, line: number): void {
  if (line < seen.top || line >= seen.top + seen.height) return;
  const start = (line - tile.top) * tile.width + seen.left - tile.left;
  const shaded = new Float64Array(4 * seen.width);
  for (let index = 0; index < seen.width; index++) readPixel(tile.pixels[start + index] ?? 0, shaded, 4 * index);
  for (const shade of shades) paintInside(shaded, shade, (line - seen.top) * seen.width);
  const first = 4 * (seen.left - area.left);
  for (let at = 0; at < shaded.length; at += 4) {
    const rest = 1 - (shaded[at + 3] ?? 0) / 255;
    for (let channel = at; channel < at + 4; channel++) {
      row[first + channel] = (shaded[channel] ?? 0) + (row[first + channel] ?? 0) * rest;
    }
  }
}

function readPixel(pixel: number, channels: Float64Array, at: number): void {
  channels[at] = pixel & 255;
  channels[at + 1] = (pixel >>> 8) & 255;
  channels[at + 2] = (pixel >>> 16) & 255;
  channels[at + 3] = pixel >>> 24;
}

/** Paints a shade over pixels that keep their alpha (Porter and Duff's source-atop). */
function paintInside(row: Float64Array, { color, coverage }: Shade, at: number): void {
  const { red, green, blue, alpha } = color;
  const unit = alpha / FULL;
  for (let to = 0, from = at; to < row.length; to += 4, from++) {
    const share = (coverage[from] ?? 0) * unit;
    const over = (share * (row[to + 3] ?? 0)) / 255;
    const rest = 1 - share;
    row[to] = (row[to] ?? 0) * rest + red * over;
    row[to + 1] = (row[to + 1] ?? 0) * rest + green * over;
    row[to + 2] = (row[to + 2] ?? 0) * rest + blue * over;
  }
}

function roundRow(row: Float64Array, pixels: Uint32Array, at: number): void {
  for (let from = 0, to = at; from < row.length; from += 4, to++) {
    const [red, green] = [byte(row[from] ?? 0), byte(row[from + 1] ?? 0)];
    const [blue, alpha] = [byte(row[from + 2] ?? 0), byte(row[from + 3] ?? 0)];
    pixels[to] = ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  }
}

/** A resampled image can have colors above its alpha, so a channel can exceed a byte. */
function byte(value: number): number {
  return value >= 255 ? 255 : (value + 0.5) | 0;
}
