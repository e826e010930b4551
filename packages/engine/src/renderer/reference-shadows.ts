/**
 * Draws shadows for the reference path, by their definition: each pixel is computed from all pixels that it depends on,
 * in floating point. The fast path computes the same in steps.
 */
import { parseColor } from "../document/attributes/color.js";
import type { DeviceShadow } from "../frame/device-shadow.js";
import { copyInto, cropTo } from "../frame/blend.js";
import { around, type DeviceRect, inflateRect } from "../frame/device-grid.js";
import { emptyTile, type Tile } from "../frame/tile.js";
import { grow, inverted, mapField, type Field } from "./reference-field.js";

/** Red, green, blue and alpha. */
const CHANNELS = 4;

/**
 * Returns a tile with its shadows. The tile has room for them.
 *
 * @param seen the part that is used. The shadows outside of it are left out, because each pixel takes a long time.
 */
export function withShadows(tile: Tile, shadows: readonly DeviceShadow[], seen: DeviceRect): Tile {
  const area = reachedArea(tile, shadows);
  const part = area && cropTo(tile, area);
  if (part === undefined) return tile;
  // Content at the edge of the tile grows beyond it, and a blur reads that.
  const grown = Math.ceil(Math.max(0, ...shadows.map(({ spread }) => Math.abs(spread)))) + 1;
  const whole = emptyTile(inflateRect(part, grown));
  copyInto(whole, part, whole);
  const result = emptyTile(tile);
  copyInto(result, drawShadows(whole, shadows, seen), result);
  return result;
}

/** Returns the area that the visible pixels of a tile and their shadows can touch. */
function reachedArea({ left, top, width, height, pixels }: Tile, shadows: readonly DeviceShadow[]) {
  const reach = Math.max(
    ...shadows.map(({ x, y, deviationX, deviationY, spread }) =>
      Math.ceil(Math.hypot(x, y) + 3 * Math.max(deviationX, deviationY) + Math.abs(spread) + 3),
    ),
  );
  let area: DeviceRect | undefined;
  for (let row = 0; row < height; row++) {
    const line = pixels.subarray(row * width, (row + 1) * width);
    const first = line.findIndex((pixel) => pixel !== 0);
    if (first === -1) continue;
    const last = line.findLastIndex((pixel) => pixel !== 0);
    const side = 2 * reach + 1;
    const own = { left: left + first - reach, top: top + row - reach, width: last - first + side, height: side };
    area = area === undefined ? own : around(area, own);
  }
  return area;
}

function drawShadows(tile: Tile, shadows: readonly DeviceShadow[], seen: DeviceRect): Tile {
  const area = { ...seen, left: seen.left - tile.left, top: seen.top - tile.top };
  const own = Array.from({ length: CHANNELS }, (_, channel) => channelOf(tile, channel));
  const top = channelOf(tile, CHANNELS - 1);
  const alpha: Field = { width: tile.width, height: tile.height, values: top, outside: 0 };
  // A transparent shadow draws nothing, and each pixel of a shadow takes a long time.
  const bottomUp = shadows.filter(({ color }) => parseColor(color)?.alpha !== 0).reverse();
  // An inner shadow is within the content, whose alpha it does not change.
  for (const shadow of bottomUp.filter(({ isInner }) => isInner))
    paint(own, shadow, cast(inverted(alpha), shadow, area), top);
  const result = Array.from({ length: CHANNELS }, () => new Float64Array(top.length));
  for (const shadow of bottomUp.filter(({ isInner }) => !isInner)) paint(result, shadow, cast(alpha, shadow, area));
  for (const [channel, values] of result.entries()) {
    const above = own[channel] ?? top;
    for (let index = 0; index < values.length; index++) {
      values[index] = (above[index] ?? 0) + (values[index] ?? 0) * (1 - (top[index] ?? 0));
    }
  }
  return toTile(tile, result);
}

/** Returns a channel of a tile, from 0 to 1. */
function channelOf({ pixels }: Tile, channel: number): Float64Array {
  const values = new Float64Array(pixels.length);
  for (let index = 0; index < values.length; index++) {
    values[index] = (((pixels[index] ?? 0) >>> (8 * channel)) & 255) / 255;
  }
  return values;
}

/**
 * Blends a color over premultiplied channels.
 *
 * @param within the alpha of the content that the shadow is within. Without one, the shadow is everywhere.
 */
function paint(channels: readonly Float64Array[], { color }: DeviceShadow, field: Field, within?: Float64Array): void {
  const { red, green, blue, alpha } = parseColor(color) ?? { red: 0, green: 0, blue: 0, alpha: 0 };
  const colors = [red / 255, green / 255, blue / 255, 1];
  for (const [channel, values] of channels.entries()) {
    const over = colors[channel] ?? 0;
    for (let index = 0; index < values.length; index++) {
      const share = (field.values[index] ?? 0) * alpha;
      const limit = within === undefined ? 1 : (within[index] ?? 0);
      values[index] = over * (share * limit) + (values[index] ?? 0) * (1 - share);
    }
  }
}

/** @param area the part of the shadow that is used */
function cast(field: Field, shadow: DeviceShadow, area: DeviceRect): Field {
  const { x, y, deviationX, deviationY, spread } = shadow;
  const [across, down] = [weights(x, deviationX), weights(y, deviationY)];
  const columns = { ...area, top: area.top - lastStep(down), height: area.height + reachOf(down) };
  const read = { ...columns, left: area.left - lastStep(across), width: area.width + reachOf(across) };
  const grown =
    spread > 0 ? grow(field, spread, read) : spread < 0 ? inverted(grow(inverted(field), -spread, read)) : field;
  return filter(filter(grown, across, false, columns), down, true, area);
}

/** The weights of consecutive steps, which are distances in pixels. */
interface Weights {
  readonly first: number;
  readonly values: Float64Array;
}

const reachOf = ({ values }: Weights): number => values.length - 1;

const lastStep = (steps: Weights): number => steps.first + reachOf(steps);

/**
 * Returns the weights of a Gaussian filter that also moves. Without a blur, a move by a part of a pixel mixes two
 * pixels.
 */
function weights(offset: number, deviation: number): Weights {
  if (deviation < 0.25) {
    const whole = Math.floor(offset);
    return { first: whole, values: Float64Array.of(1 - (offset - whole), offset - whole) };
  }
  const first = Math.ceil(offset - 3 * deviation);
  const count = Math.floor(offset + 3 * deviation) - first + 1;
  const values = Float64Array.from({ length: count }, (_, index) =>
    Math.exp(-((first + index - offset) ** 2) / (2 * deviation ** 2)),
  );
  const total = values.reduce((sum, weight) => sum + weight, 0);
  return { first, values: values.map((weight) => weight / total) };
}

function filter(field: Field, { first, values: weights }: Weights, isDown: boolean, area: DeviceRect): Field {
  const { width, height, values, outside } = field;
  const [stride, end] = isDown ? [width, height] : [1, width];
  const filtered = (x: number, y: number): number => {
    const [place, index] = [isDown ? y : x, y * width + x];
    let sum = 0;
    for (let at = 0; at < weights.length; at++) {
      const step = first + at;
      const isOutside = place < step || place - step >= end;
      sum += (weights[at] ?? 0) * (isOutside ? outside : (values[index - step * stride] ?? outside));
    }
    return sum;
  };
  return mapField(field, filtered, area);
}

function toTile(area: Tile, channels: readonly Float64Array[]): Tile {
  const tile = emptyTile(area);
  for (const [channel, values] of channels.entries()) {
    for (let index = 0; index < values.length; index++) {
      const byte = Math.round(255 * (values[index] ?? 0));
      tile.pixels[index] = ((tile.pixels[index] ?? 0) | (byte << (8 * channel))) >>> 0;
    }
  }
  return tile;
}
