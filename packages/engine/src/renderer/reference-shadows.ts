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

/**
 * Returns a tile with its shadows. The tile has room for them.
 *
 * @param seen the part that is used. The shadows outside of it are left out, because each pixel takes long.
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
  const alpha: Field = {
    width: tile.width,
    height: tile.height,
    values: Float64Array.from(tile.pixels, (pixel) => (pixel >>> 24) / 255),
    outside: 0,
  };
  const own = Array.from({ length: 4 }, (_, channel) =>
    Float64Array.from(tile.pixels, (pixel) => ((pixel >>> (8 * channel)) & 255) / 255),
  );
  // A transparent shadow draws nothing, and each pixel of a shadow takes long.
  const bottomUp = shadows.filter(({ color }) => parseColor(color)?.alpha !== 0).reverse();
  for (const shadow of bottomUp.filter(({ isInner }) => isInner)) {
    const around = { ...alpha, values: alpha.values.map((value) => 1 - value), outside: 1 };
    paint(own, shadow, cast(around, shadow, area), (share, under) => ({
      over: share * (own[3]?.[under] ?? 0),
      rest: 1 - share,
    }));
  }
  const result = Array.from({ length: 4 }, () => new Float64Array(alpha.values.length));
  for (const shadow of bottomUp.filter(({ isInner }) => !isInner)) {
    paint(result, shadow, cast(alpha, shadow, area), (share) => ({ over: share, rest: 1 - share }));
  }
  const top = own[3] ?? alpha.values;
  for (const [channel, values] of result.entries()) {
    for (let index = 0; index < values.length; index++) {
      values[index] = (own[channel]?.[index] ?? 0) + (values[index] ?? 0) * (1 - (top[index] ?? 0));
    }
  }
  return toTile(tile, result);
}

/** Blends a color over premultiplied channels. `sharesOf` says how much of both remains. */
function paint(
  channels: readonly Float64Array[],
  { color }: DeviceShadow,
  field: Field,
  sharesOf: (share: number, index: number) => { readonly over: number; readonly rest: number },
): void {
  const { red, green, blue, alpha } = parseColor(color) ?? { red: 0, green: 0, blue: 0, alpha: 0 };
  const over = [red / 255, green / 255, blue / 255, 1];
  for (const [index, value] of field.values.entries()) {
    const shares = sharesOf(value * alpha, index);
    for (const [channel, values] of channels.entries()) {
      values[index] = (over[channel] ?? 0) * shares.over + (values[index] ?? 0) * shares.rest;
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

type Weights = readonly { readonly step: number; readonly weight: number }[];

function lastStep(steps: Weights): number {
  return steps.at(-1)?.step ?? 0;
}

function reachOf(steps: Weights): number {
  return lastStep(steps) - (steps[0]?.step ?? 0);
}

/**
 * Returns the weights of a Gaussian filter that also moves. Without a blur, a move by a part of a pixel mixes two
 * pixels.
 */
function weights(offset: number, deviation: number): Weights {
  if (deviation < 0.25) {
    const whole = Math.floor(offset);
    return [
      { step: whole, weight: 1 - (offset - whole) },
      { step: whole + 1, weight: offset - whole },
    ];
  }
  const reach = Math.ceil(3 * deviation) + 1;
  const steps = Array.from({ length: 2 * reach + 1 }, (_, index) => Math.round(offset) + index - reach)
    .filter((step) => Math.abs(step - offset) <= 3 * deviation)
    .map((step) => ({ step, weight: Math.exp(-((step - offset) ** 2) / (2 * deviation ** 2)) }));
  const total = steps.reduce((sum, { weight }) => sum + weight, 0);
  return steps.map(({ step, weight }) => ({ step, weight: weight / total }));
}

function filter(field: Field, steps: Weights, isDown: boolean, area: DeviceRect): Field {
  const { width, height, values, outside } = field;
  const [stride, end] = isDown ? [width, height] : [1, width];
  const filtered = (x: number, y: number) => {
    const [place, index] = [isDown ? y : x, y * width + x];
    let sum = 0;
    for (const { step, weight } of steps) {
      const isOutside = place < step || place - step >= end;
      sum += weight * (isOutside ? outside : (values[index - step * stride] ?? outside));
    }
    return sum;
  };
  return mapField(field, filtered, area);
}

function toTile(area: Tile, channels: readonly Float64Array[]): Tile {
  const tile = emptyTile(area);
  for (let index = 0; index < tile.pixels.length; index++) {
    const byte = (channel: number) => Math.round(255 * (channels[channel]?.[index] ?? 0)) << (8 * channel);
    tile.pixels[index] = (byte(0) | byte(1) | byte(2) | byte(3)) >>> 0;
  }
  return tile;
}
