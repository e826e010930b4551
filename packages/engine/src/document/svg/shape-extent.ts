import { firstNumber } from "./number-scanner.js";
import { type PathExtent, pathExtent } from "./path-extent.js";
import { numbersIn } from "./svg-bounds.js";

const NONE: PathExtent = {
  segments: 0,
  length: 0,
  rise: 0,
  uprightRise: 0,
  band: 0,
  width: 0,
  height: 0,
  isOrdered: true,
  spans: undefined,
  closesSlanted: false,
};

/** Returns the extent of an element without the elements inside. */
export function extentOf(name: string, attributes: ReadonlyMap<string, string>): PathExtent {
  switch (name) {
    case "path":
      return pathExtent(attributes.get("d") ?? "");
    case "polyline":
    case "polygon":
      return pathExtent(`M${attributes.get("points") ?? ""}z`);
    case "rect":
      return boxExtent(8, sideOf(attributes, "width"), sideOf(attributes, "height"));
    case "circle": {
      const side = 2 * sideOf(attributes, "r");
      return boxExtent(8, side, side);
    }
    case "ellipse":
      return boxExtent(8, 2 * sideOf(attributes, "rx"), 2 * sideOf(attributes, "ry"));
    case "line":
      return boxExtent(1, reachOf(attributes, "x1", "x2"), reachOf(attributes, "y1", "y2"));
    default:
      return NONE;
  }
}

/** Returns the extent of a shape that fills a box. */
function boxExtent(segments: number, width: number, height: number): PathExtent {
  return {
    segments,
    length: 2 * (width + height),
    rise: 2 * height,
    uprightRise: 0,
    band: height,
    width,
    height,
    isOrdered: false,
    spans: undefined,
    closesSlanted: false,
  };
}

/** Returns the maximum distance between two coordinates. */
function reachOf(attributes: ReadonlyMap<string, string>, one: string, other: string): number {
  return Math.abs(firstNumber(attributes.get(one)) ?? 0) + Math.abs(firstNumber(attributes.get(other)) ?? 0);
}

/** The size of each unit in user units. A unit that depends on something else counts as a large one. */
const UNITS: Readonly<Record<string, number>> = { "": 1, px: 1, pt: 1.34, pc: 16, mm: 3.8, cm: 38, in: 96 };
const RELATIVE_UNIT = 100;
const LENGTH = /^\s*([-+\d.e]*\d\.?)\s*([a-z%]*)/i;

function sideOf(attributes: ReadonlyMap<string, string>, key: string): number {
  const value = attributes.get(key);
  if (value === undefined) return 0;
  const [, number = "0", unit = ""] = LENGTH.exec(value) ?? [];
  const length = Math.abs(Number(number)) * (UNITS[unit.toLowerCase()] ?? RELATIVE_UNIT);
  // A text with several signs or points is not a number, and no shape is drawn. The cost must not become NaN.
  return Number.isNaN(length) ? 0 : length;
}

/** Returns a length in user units, or undefined if there is none or if it is relative to something else. */
export function lengthIn(text: string | undefined): number | undefined {
  const [, number = "", unit = ""] = LENGTH.exec(text ?? "") ?? [];
  const factor = UNITS[unit.toLowerCase()];
  const length = factor === undefined ? 0 : Number(number) * factor;
  return length > 0 ? length : undefined;
}

/** A dash costs about as much as this many segments. */
const SEGMENTS_PER_DASH = 2;
/** The dashes of a stroke that does not scale can be much shorter than their length in user units. */
const UNSCALED_DASH_FACTOR = 100;

/**
 * Returns the dashes of a shape as a number of segments. Its own dashes count, or the shortest ones that it can
 * inherit.
 */
export function dashesOf(
  { length }: Pick<PathExtent, "length">,
  attributes: ReadonlyMap<string, string>,
  inheritedPeriod: number,
): number {
  if (length === 0 || attributes.get("stroke") === "none") return 0;
  const own = attributes.get("stroke-dasharray");
  const period = own === undefined || own.trim() === "inherit" ? inheritedPeriod : dashPeriod(own);
  const factor = attributes.has("vector-effect") ? UNSCALED_DASH_FACTOR : 1;
  return (factor * SEGMENTS_PER_DASH * length) / period;
}

/**
 * Returns the mean length of a dash or gap, which is infinite without dashes. Units make dashes longer, so they are
 * ignored. Percentages refer to an unknown side.
 */
export function dashPeriod(array: string): number {
  const numbers = numbersIn(array);
  let sum = 0;
  for (const number of numbers) sum += Math.abs(number);
  if (sum === 0) return Infinity;
  return sum / numbers.length / (array.includes("%") ? RELATIVE_UNIT : 1);
}
