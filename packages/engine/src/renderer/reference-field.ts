import type { DeviceRect } from "../frame/device-grid.js";

/** The alpha of a tile from 0 to 1, or values that were computed from it. Outside of the tile, it has one value. */
export interface Field {
  readonly width: number;
  readonly height: number;
  readonly values: Float64Array;
  readonly outside: number;
}

/** Returns the value of a pixel, which can be outside of the tile. */
export function valueAt({ width, height, values, outside }: Field, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? outside : (values[y * width + x] ?? outside);
}

/** Returns a field with values that a function gives. Pixels outside of the area are 0. */
export function mapField(field: Field, map: (x: number, y: number) => number, area: DeviceRect): Field {
  const { width, height } = field;
  const values = new Float64Array(width * height);
  const [right, bottom] = [Math.min(width, area.left + area.width), Math.min(height, area.top + area.height)];
  for (let y = Math.max(0, area.top); y < bottom; y++) {
    for (let x = Math.max(0, area.left); x < right; x++) values[y * width + x] = map(x, y);
  }
  return { ...field, values };
}

/** Returns 1 minus each value. */
export function inverted(field: Field): Field {
  return { ...field, values: field.values.map((value) => 1 - value), outside: 1 - field.outside };
}

/** One row of the disc that grows a field. */
interface Chord {
  readonly down: number;
  /** The pixels on each side of the middle whose weight is 1, or -1 if the middle has less. */
  readonly half: number;
  /** The pixels whose weight is less than 1. */
  readonly ends: readonly { readonly across: number; readonly weight: number }[];
}

/**
 * Returns for each pixel the largest product of a pixel and the weight of its distance: 1 up to the length, 0 one pixel
 * farther. The time is proportional to the area times the length, because the largest value of a chord is kept from
 * pixel to pixel.
 */
export function grow(field: Field, length: number, area: DeviceRect): Field {
  const reach = Math.ceil(length + 1);
  const chords = Array.from({ length: 2 * reach + 1 }, (_, index) => chordOf(index - reach, length, reach));
  const grown = mapField(field, () => 0, area);
  const empty = Array.from({ length: field.height }, (_, row) => isEmpty(field, row));
  const bottom = Math.min(field.height, area.top + area.height);
  for (let y = Math.max(0, area.top); y < bottom; y++) {
    for (const chord of chords) {
      // Nothing grows from an empty row. Most rows of a large tile are empty.
      if (empty[y + chord.down] ?? field.outside === 0) continue;
      growRow(field, grown.values, y, chord, area);
    }
  }
  return grown;
}

function isEmpty({ width, values, outside }: Field, row: number): boolean {
  return outside === 0 && values.subarray(row * width, (row + 1) * width).every((value) => value === 0);
}

function chordOf(down: number, length: number, reach: number): Chord {
  const ends = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach)
    .map((across) => ({ across, weight: Math.min(1, length + 1 - Math.hypot(across, down)) }))
    .filter(({ weight }) => weight > 0 && weight < 1);
  const half = Math.abs(down) > length ? -1 : Math.floor(Math.sqrt(length ** 2 - down ** 2));
  return { down, half, ends };
}

/** Lets one row of the disc grow one row of the result. */
function growRow(field: Field, values: Float64Array, y: number, { down, half, ends }: Chord, area: DeviceRect): void {
  const [left, right] = [Math.max(0, area.left), Math.min(field.width, area.left + area.width)];
  const at = (x: number) => valueAt(field, x, y + down);
  const largest = half < 0 ? () => 0 : slidingMaximum(at, left - half, 2 * half + 1);
  for (let x = left; x < right; x++) {
    let most = Math.max(values[y * field.width + x] ?? 0, largest());
    for (const { across, weight } of ends) {
      if (weight > most) most = Math.max(most, at(x + across) * weight);
    }
    values[y * field.width + x] = most;
  }
}

/** Returns a function that gives the largest value of a window, and then moves the window by one. */
function slidingMaximum(at: (x: number) => number, first: number, size: number): () => number {
  // The places that can still have the largest value. Their values decrease.
  const places: { readonly x: number; readonly value: number }[] = [];
  let head = 0;
  let next = first;
  return () => {
    const end = places.length === 0 ? first + size : next + 1;
    for (; next < end; next++) {
      const value = at(next);
      while (places.length > head && (places.at(-1)?.value ?? 0) <= value) places.pop();
      places.push({ x: next, value });
    }
    while ((places[head]?.x ?? next) < next - size) head += 1;
    return places[head]?.value ?? 0;
  };
}
