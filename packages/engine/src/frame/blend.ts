/** Blends pixels over pixels, in place. */
import { areaOf, type DeviceRect, overlap } from "./device-grid.js";
import { type Drawing, emptyTile, type Stencil, type Tile } from "./tile.js";

/** Masks for two channels of a pixel at once. `EVEN` is the lower byte of each half of a word. */
const EVEN = 0x00ff00ff;
const ODD = 0xff00ff00;
const HALF = 0x00800080;

/**
 * Blends a drawing over a tile (Porter and Duff's source-over), only inside `clip`. Rounds like the rasterizer. So a
 * drawing that is rasterized separately and blended here has the same pixels as one drawn in place.
 */
export function blendOver(target: Tile, source: Drawing, clip: DeviceRect): void {
  const area = overlapOfAll(target, source, clip);
  if (area === undefined) return;
  if ("coverage" in source) {
    blendStencil(target, source, area);
    return;
  }
  const { opacity = 1, rounding = "nearest" } = source;
  if (source.isOpaque === true && opacity === 1) {
    copyInto(target, source, area);
    return;
  }
  for (let row = area.top; row < area.top + area.height; row++) {
    const from = (row - source.top) * source.width + area.left - source.left;
    const to = (row - target.top) * target.width + area.left - target.left;
    if (opacity < 1 || rounding === "clamped")
      blendRowFaded(target.pixels, to, source.pixels, from, area.width, opacity);
    else if (rounding === "up") blendRowUp(target.pixels, to, source.pixels, from, area.width);
    else blendRowNearest(target.pixels, to, source.pixels, from, area.width);
  }
}

/** The values that shade the pixels of a stencil. */
interface Shading extends Pick<Stencil, "coverage" | "shades"> {
  /** The coverage in words of four pixels. */
  readonly words: Uint32Array;
}

function blendStencil(target: Tile, { coverage, shades, opacity = 1, ...source }: Stencil, area: DeviceRect): void {
  const words = new Uint32Array(coverage.buffer, coverage.byteOffset, coverage.length >>> 2);
  const shading = { coverage, words, shades };
  const shaded = opacity < 1 ? new Uint32Array(area.width) : undefined;
  for (let row = area.top; row < area.top + area.height; row++) {
    const from = (row - source.top) * source.width + area.left - source.left;
    const to = (row - target.top) * target.width + area.left - target.left;
    if (shaded === undefined) blendRowShaded(target.pixels, to, from, area.width, shading);
    else {
      for (let index = 0; index < area.width; index++) shaded[index] = shades[coverage[from + index] ?? 0] ?? 0;
      blendRowFaded(target.pixels, to, shaded, 0, area.width, opacity);
    }
  }
}

/*
 * The inner loops. Each is a separate function so that the compiler can optimize it. They assume little-endian byte order:
 * red is the lowest byte of a pixel, alpha the highest one.
 */

/** Divides products by 255 as `(v + 255) >> 8`. */
function blendRowUp(target: Uint32Array, to: number, source: Uint32Array, from: number, count: number): void {
  for (let index = 0; index < count; index++) {
    const over = source[from + index] ?? 0;
    const alpha = over >>> 24;
    if (alpha === 0) continue;
    if (alpha === 255) {
      target[to + index] = over;
      continue;
    }
    const under = target[to + index] ?? 0;
    const rest = 255 - alpha;
    const even = ((Math.imul(under & EVEN, rest) + EVEN) >>> 8) & EVEN;
    const odd = (Math.imul((under >>> 8) & EVEN, rest) + EVEN) & ODD;
    target[to + index] = over + even + odd;
  }
}

/** Rounds like `blendRowUp`. Most pixels between letters are not covered, so it looks at four of them at once. */
function blendRowShaded(
  target: Uint32Array,
  to: number,
  from: number,
  count: number,
  { coverage, words, shades }: Shading,
): void {
  for (let index = 0; index < count; index++) {
    const place = from + index;
    if ((place & 3) === 0 && words[place >> 2] === 0) {
      index += 3;
      continue;
    }
    const covered = coverage[place] ?? 0;
    if (covered === 0) continue;
    const over = shades[covered] ?? 0;
    const alpha = over >>> 24;
    if (alpha === 255) {
      target[to + index] = over;
      continue;
    }
    const under = target[to + index] ?? 0;
    const rest = 255 - alpha;
    const even = ((Math.imul(under & EVEN, rest) + EVEN) >>> 8) & EVEN;
    const odd = (Math.imul((under >>> 8) & EVEN, rest) + EVEN) & ODD;
    target[to + index] = over + even + odd;
  }
}

/** Divides products by 255, rounded to the nearest integer, as `v += 128; (v + (v >> 8)) >> 8`. */
function blendRowNearest(target: Uint32Array, to: number, source: Uint32Array, from: number, count: number): void {
  for (let index = 0; index < count; index++) {
    const over = source[from + index] ?? 0;
    const alpha = over >>> 24;
    if (alpha === 0) continue;
    if (alpha === 255) {
      target[to + index] = over;
      continue;
    }
    const under = target[to + index] ?? 0;
    const rest = 255 - alpha;
    const even = Math.imul(under & EVEN, rest) + HALF;
    const odd = Math.imul((under >>> 8) & EVEN, rest) + HALF;
    target[to + index] = over + (((even + ((even >>> 8) & EVEN)) >>> 8) & EVEN) + ((odd + ((odd >>> 8) & EVEN)) & ODD);
  }
}

/** Multiplies by the opacity and blends in one step, and rounds once. Each channel is clamped to a byte. */
function blendRowFaded(
  target: Uint32Array,
  to: number,
  source: Uint32Array,
  from: number,
  count: number,
  opacity: number,
): void {
  for (let index = 0; index < count; index++) {
    const over = source[from + index] ?? 0;
    if (over === 0) continue;
    const under = target[to + index] ?? 0;
    const rest = 1 - ((over >>> 24) * opacity) / 255;
    const red = (over & 255) * opacity + (under & 255) * rest + 0.5;
    const green = ((over >>> 8) & 255) * opacity + ((under >>> 8) & 255) * rest + 0.5;
    const blue = ((over >>> 16) & 255) * opacity + ((under >>> 16) & 255) * rest + 0.5;
    const alpha = (over >>> 24) * opacity + (under >>> 24) * rest + 0.5;
    target[to + index] = byte(red) | (byte(green) << 8) | (byte(blue) << 16) | (byte(alpha) << 24);
  }
}

function byte(value: number): number {
  return value > 255 ? 255 : value | 0;
}

/** Copies the pixels inside `clip` from one tile to another. */
export function copyInto(target: Tile, source: Tile, clip: DeviceRect): void {
  const area = overlapOfAll(target, source, clip);
  if (area === undefined) return;
  for (let row = area.top; row < area.top + area.height; row++) {
    const from = (row - source.top) * source.width + area.left - source.left;
    const to = (row - target.top) * target.width + area.left - target.left;
    target.pixels.set(source.pixels.subarray(from, from + area.width), to);
  }
}

/** Makes the pixels of a tile inside `clip` transparent. */
export function clear(target: Tile, clip: DeviceRect): void {
  const area = overlap(target, clip);
  if (area === undefined) return;
  for (let row = area.top; row < area.top + area.height; row++) {
    const start = (row - target.top) * target.width + area.left - target.left;
    target.pixels.fill(0, start, start + area.width);
  }
}

/** Multiplies each pixel of a tile by the alpha of the mask's pixel, in place. Outside of the mask, the alpha is 0. */
export function maskWith(target: Tile, mask: Tile): void {
  for (let y = 0; y < target.height; y++) {
    const row = y + target.top - mask.top;
    for (let x = 0; x < target.width; x++) {
      const column = x + target.left - mask.left;
      const isInside = row >= 0 && row < mask.height && column >= 0 && column < mask.width;
      const alpha = isInside ? (mask.pixels[row * mask.width + column] ?? 0) >>> 24 : 0;
      const at = y * target.width + x;
      if (alpha < 255) target.pixels[at] = multiplied(target.pixels[at] ?? 0, alpha);
    }
  }
}

function multiplied(pixel: number, alpha: number): number {
  const even = Math.imul(pixel & EVEN, alpha) + HALF;
  const odd = Math.imul((pixel >>> 8) & EVEN, alpha) + HALF;
  return (((even + ((even >>> 8) & EVEN)) >>> 8) & EVEN) | ((odd + ((odd >>> 8) & EVEN)) & ODD);
}

/** Returns the part of a tile inside an area: the tile itself if all of it is inside, and undefined if nothing is. */
export function cropTo(source: Tile, area: DeviceRect): Tile | undefined {
  const shared = overlap(source, area);
  if (shared === undefined) return undefined;
  if (shared.width === source.width && shared.height === source.height) return source;
  const tile = emptyTile(shared);
  copyInto(tile, source, shared);
  return tile;
}

/** The largest share that is cut off a tile in place. The cut-off part stays in memory. */
const MAX_CROPPED_SHARE = 0.1;

/** Does the same as `cropTo` for a tile that nothing else uses: its rows can be moved together in place. */
export function cropInPlace(source: Tile, area: DeviceRect): Tile | undefined {
  const shared = overlap(source, area);
  if (shared === undefined || areaOf(shared) < areaOf(source) * (1 - MAX_CROPPED_SHARE)) return cropTo(source, area);
  const { left, top, width, height } = shared;
  for (let row = 0; row < height; row++) {
    const from = (row + top - source.top) * source.width + left - source.left;
    source.pixels.copyWithin(row * width, from, from + width);
  }
  return { ...shared, pixels: source.pixels.subarray(0, width * height) };
}

/** Multiplies the colors of RGBA pixels by their alpha, in place, rounded to the nearest integer. */
export function premultiply(bytes: Uint8Array): void {
  for (let index = 0; index < bytes.length; index += 4) {
    const alpha = bytes[index + 3] ?? 0;
    if (alpha === 255) continue;
    for (let channel = index; channel < index + 3; channel++) {
      bytes[channel] = Math.round(((bytes[channel] ?? 0) * alpha) / 255);
    }
  }
}

/** Returns whether all pixels of a tile are opaque. */
export function isOpaque({ pixels, isOpaque }: Tile): boolean {
  if (isOpaque === true) return true;
  // An iterator takes 10 ms more in a fresh process.
  for (let index = 0; index < pixels.length; index++) if ((pixels[index] ?? 0) < 0xff000000) return false;
  return true;
}

function overlapOfAll(one: DeviceRect, other: DeviceRect, third: DeviceRect): DeviceRect | undefined {
  const shared = overlap(one, other);
  return shared === undefined ? undefined : overlap(shared, third);
}
