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

/** What there is to draw in an element without those inside. */
export function extentOf(name: string, attributes: ReadonlyMap<string, string>): PathExtent {
  const number = (key: string) => Math.abs(numbersIn(attributes.get(key) ?? "")[0] ?? 0);
  switch (name) {
    case "path":
      return pathExtent(attributes.get("d") ?? "");
    case "polyline":
    case "polygon":
      return pathExtent(`M${attributes.get("points") ?? ""}z`);
    case "rect":
      return boxExtent(8, sideOf(attributes, "width"), sideOf(attributes, "height"));
    case "circle":
      return boxExtent(8, 2 * sideOf(attributes, "r"), 2 * sideOf(attributes, "r"));
    case "ellipse":
      return boxExtent(8, 2 * sideOf(attributes, "rx"), 2 * sideOf(attributes, "ry"));
    case "line":
      return boxExtent(1, number("x1") + number("x2"), number("y1") + number("y2"));
    default:
      return NONE;
  }
}

/** A shape around a box. */
function boxExtent(segments: number, width: number, height: number): PathExtent {
  const box = { rise: 2 * height, uprightRise: 0, band: height, width, height };
  return { segments, length: 2 * (width + height), ...box, isOrdered: false, spans: undefined, closesSlanted: false };
}

/** The units of a length in user units; those that depend on something else are taken as large. */
const UNITS: Readonly<Record<string, number>> = { "": 1, px: 1, pt: 1.34, pc: 16, mm: 3.8, cm: 38, in: 96 };
const RELATIVE_UNIT = 100;

function sideOf(attributes: ReadonlyMap<string, string>, key: string): number {
  const [, number = "0", unit = ""] = /^\s*([-+\d.e]*\d\.?)\s*([a-z%]*)/i.exec(attributes.get(key) ?? "") ?? [];
  return Math.abs(Number(number)) * (UNITS[unit.toLowerCase()] ?? RELATIVE_UNIT);
}

/** A length in user units. Undefined if there is none, or if it is a share of what is around. */
export function lengthIn(text: string | undefined): number | undefined {
  const [, number = "", unit = ""] = /^\s*([-+\d.e]*\d\.?)\s*([a-z%]*)/i.exec(text ?? "") ?? [];
  const factor = UNITS[unit.toLowerCase()];
  const length = factor === undefined ? 0 : Number(number) * factor;
  return length > 0 ? length : undefined;
}

/** A dash costs about as much as this many segments. */
const SEGMENTS_PER_DASH = 2;
/** A stroke that does not scale can have dashes that are much shorter than they look in user units. */
const UNSCALED = 100;

/** The dashes of a shape, as segments. Its own dashes count, or the shortest of those that it can inherit. */
export function dashesOf(
  { length }: Pick<PathExtent, "length">,
  attributes: ReadonlyMap<string, string>,
  inherited: readonly string[],
): number {
  if (length === 0 || attributes.get("stroke") === "none") return 0;
  const own = attributes.get("stroke-dasharray");
  const arrays = own === undefined || own.trim() === "inherit" ? inherited : [own];
  const periods = arrays.map(periodOf).filter((period) => period > 0);
  if (periods.length === 0) return 0;
  const factor = attributes.has("vector-effect") ? UNSCALED : 1;
  return (factor * SEGMENTS_PER_DASH * length) / Math.min(...periods);
}

/** The mean length of a dash or gap. Units make dashes longer, so they are left out. Percentages are of an unknown side. */
function periodOf(array: string): number {
  const numbers = numbersIn(array).map(Math.abs);
  const sum = numbers.reduce((total, number) => total + number, 0);
  return sum / Math.max(1, numbers.length) / (array.includes("%") ? RELATIVE_UNIT : 1);
}
