/** Limits of the numbers in an SVG. They are far above the numbers of any real drawing. */
import { measureNumbers } from "./number-scanner.js";
import { SvgError } from "./svg-error.js";
import { FILTER_STEPS } from "./svg-vocabulary.js";

/** No artboard is larger, and rasterizers lose precision beyond this length. */
const MAX_LENGTH = 1_000_000;
/** Inner coordinates can be larger than the artboard: some programs write tenths or hundredths of a unit. */
export const MAX_COORDINATE = 10_000_000;
const MAX_DASHES = 64;
/** The maximum count of numbers in a convolution. Common convolutions have 9 or 25. */
const MAX_KERNEL = 49;
const MAX_OCTAVES = 8;

/** Returns whether a number can be the side or position of a drawing. */
export function isReasonable(number: number): boolean {
  return Number.isFinite(number) && Math.abs(number) <= MAX_LENGTH;
}

const COORDINATES = new Set(
  (
    "d x y width height rx ry cx cy r x1 y1 x2 y2 points transform viewBox fx fy fr gradientTransform patternTransform " +
    "dx dy markerWidth markerHeight refX refY stroke-width stroke-dasharray stroke-dashoffset stroke-miterlimit " +
    "font-size letter-spacing word-spacing textLength stdDeviation radius scale values kernelMatrix"
  ).split(" "),
);
const COUNTS: Readonly<Record<string, number>> = { "stroke-dasharray": MAX_DASHES, kernelMatrix: MAX_KERNEL };

/** Returns the numbers in a value, with exponents and without units. */
export function numbersIn(value: string): number[] {
  return (value.match(NUMBER) ?? []).map(Number);
}

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

/**
 * Checks the numbers in attributes. @throws SvgError if a number is far too large, or if there are too many numbers.
 */
export function assertBoundedNumbers(element: string, attributes: ReadonlyMap<string, string>, at: number): void {
  for (const [name, value] of attributes) {
    if (!COORDINATES.has(name)) continue;
    const { count, largest } = measureNumbers(value);
    if (!(largest <= MAX_COORDINATE)) {
      throw new SvgError(`The attribute ${name} contains a number over ${MAX_COORDINATE}`, at);
    }
    const most = COUNTS[name];
    if (most !== undefined && count > most) {
      throw new SvgError(`The attribute ${name} has more than ${most} numbers`, at);
    }
  }
  if (!FILTER_STEPS.has(element)) return;
  const octaves = Number(attributes.get("numOctaves") ?? 1);
  if (octaves > MAX_OCTAVES) throw new SvgError(`The attribute numOctaves is more than ${MAX_OCTAVES}`, at);
  const order = numbersIn(attributes.get("order") ?? "3");
  if ((order[0] ?? 3) * (order[1] ?? order[0] ?? 3) > MAX_KERNEL) {
    throw new SvgError(`The attribute order asks for more than ${MAX_KERNEL} numbers`, at);
  }
}
