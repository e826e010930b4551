/** Draws the shadows of a tile. They follow its alpha. */
import { parseColor } from "../document/attributes/color.js";
import type { Meter } from "../shared/work.js";
import { blendOver } from "./blend.js";
import { blurCoverage, reachOfBlur } from "./blur-coverage.js";
import { alphaOf, type Coverage, invert } from "./coverage.js";
import { areaOf, type DeviceRect, overlap } from "./device-grid.js";
import type { DeviceShadow } from "./device-shadow.js";
import { spreadCoverage } from "./spread-coverage.js";
import { emptyTile, type Tile } from "./tile.js";

/** Microseconds for each pixel of a shadow. */
const US_PER_PIXEL = 0.05;

/**
 * Returns a tile with its shadows, on the pixels of an area. Inner shadows are over the tile and inside of it, and the
 * others are beneath it. The first shadow is on top. The tile itself is changed.
 */
export function castShadows(tile: Tile, shadows: readonly DeviceShadow[], area: DeviceRect, spend: Meter): Tile {
  const result = castOuterShadows(tile, shadows, area, spend);
  const seen = overlap(tile, area);
  if (seen !== undefined) castInnerShadows(tile, shadows, seen, spend);
  blendOver(result, tile, area);
  return result;
}

function castInnerShadows(tile: Tile, shadows: readonly DeviceShadow[], seen: DeviceRect, spend: Meter): void {
  const alpha = alphaOf(tile);
  for (const shadow of visibleShadows(shadows, true)) {
    // An inner shadow is the shadow of everything around the tile. It grows as far as the tile shrinks.
    const coverage = coverageOf({ ...shadow, spread: -shadow.spread }, alpha, seen, spend);
    invert(coverage);
    blendAtop(tile, coverage, seen, shadesOf(shadow.color));
  }
}

/** Returns the shadows beneath a tile without the tile, on the pixels of an area. */
export function castOuterShadows(tile: Tile, shadows: readonly DeviceShadow[], area: DeviceRect, spend: Meter): Tile {
  const alpha = alphaOf(tile);
  const result = emptyTile(area);
  for (const shadow of visibleShadows(shadows, false)) {
    blendOver(result, shaded(area, coverageOf(shadow, alpha, area, spend), shadow.color), area);
  }
  return result;
}

/** Returns the shadows with a color, from the bottom to the top. */
function visibleShadows(shadows: readonly DeviceShadow[], isInner: boolean): DeviceShadow[] {
  return shadows.filter((shadow) => shadow.isInner === isInner && (parseColor(shadow.color)?.alpha ?? 0) > 0).reverse();
}

/** Returns the coverage of a shadow on the pixels of an area. */
function coverageOf(shadow: DeviceShadow, alpha: Coverage, area: DeviceRect, spend: Meter): Uint8Array {
  const across = { offset: shadow.x, deviation: shadow.deviationX };
  const down = { offset: shadow.y, deviation: shadow.deviationY };
  const [x, y] = [reachOfBlur(across), reachOfBlur(down)];
  const needed = {
    left: area.left - x.last,
    top: area.top - y.last,
    width: area.width + x.last - x.first,
    height: area.height + y.last - y.first,
  };
  const source = spreadCoverage(alpha, shadow.spread, needed, spend);
  spend((areaOf(source) + areaOf(area)) * US_PER_PIXEL);
  return blurCoverage(source, across, down, area);
}

/** Returns a tile of one color with the given coverage. */
function shaded({ left, top, width, height }: DeviceRect, coverage: Uint8Array, color: string): Tile {
  const shades = shadesOf(color);
  const pixels = new Uint32Array(coverage.length);
  for (let index = 0; index < pixels.length; index++) pixels[index] = shades[coverage[index] ?? 0] ?? 0;
  return { left, top, width, height, pixels };
}

/**
 * Returns the premultiplied pixel of a color for each coverage, rounded to the nearest byte. The rasterizer rounds up,
 * which would add up in several translucent shadows.
 */
function shadesOf(text: string): Uint32Array {
  const { red, green, blue, alpha } = parseColor(text) ?? { red: 0, green: 0, blue: 0, alpha: 0 };
  return Uint32Array.from({ length: 256 }, (_, coverage) => {
    const share = (alpha * coverage) / 255;
    const byte = (channel: number, shift: number) => Math.round(channel * share) << shift;
    return (byte(red, 0) | byte(green, 8) | byte(blue, 16) | byte(255, 24)) >>> 0;
  });
}

/** Blends a color over the pixels of a tile in an area. They keep their alpha (Porter and Duff's source-atop). */
function blendAtop(tile: Tile, coverage: Uint8Array, area: DeviceRect, shades: Uint32Array): void {
  for (let row = 0; row < area.height; row++) {
    const start = (area.top + row - tile.top) * tile.width + area.left - tile.left;
    const pixels = tile.pixels.subarray(start, start + area.width);
    blendRowAtop(pixels, coverage.subarray(row * area.width, (row + 1) * area.width), shades);
  }
}

function blendRowAtop(pixels: Uint32Array, coverage: Uint8Array, shades: Uint32Array): void {
  for (let index = 0; index < pixels.length; index++) {
    const under = pixels[index] ?? 0;
    const over = shades[coverage[index] ?? 0] ?? 0;
    if (under === 0 || over === 0) continue;
    const [alpha, rest] = [under >>> 24, 255 - (over >>> 24)];
    const red = Math.round(((over & 255) * alpha + (under & 255) * rest) / 255);
    const green = Math.round((((over >>> 8) & 255) * alpha + ((under >>> 8) & 255) * rest) / 255);
    const blue = Math.round((((over >>> 16) & 255) * alpha + ((under >>> 16) & 255) * rest) / 255);
    pixels[index] = ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  }
}
