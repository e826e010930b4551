/** Reads the values of SVG attributes: numbers, lengths and transforms. */
import { IDENTITY, type Matrix, multiply, rotation, translation } from "./matrix.js";

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
const LENGTH = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(%|[a-z]*)/i;
/** The size of a unit in pixels (CSS Values 4, section 6.2). */
const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  q: 96 / 101.6,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};
/** No exported transform is longer. */
const MAX_TRANSFORM_LENGTH = 10_000;

/** Returns the numbers in a value. */
export function numbersOf(value = ""): number[] {
  return (value.match(NUMBER) ?? []).map(Number);
}

/**
 * Returns a length in pixels. Returns undefined if there is none, or if it depends on something that is not given.
 *
 * @param relative the length of `em`, and the length that a percentage refers to
 */
export function lengthOf(
  value: string | undefined,
  relative: { readonly em?: number | undefined; readonly whole?: number | undefined } = {},
): number | undefined {
  const [, number, unit = ""] = LENGTH.exec(value ?? "") ?? [];
  if (number === undefined) return undefined;
  const { em, whole } = relative;
  const name = unit.toLowerCase();
  const factor =
    name === "%"
      ? whole && whole / 100
      : name === "em"
        ? em
        : name === "ex"
          ? em && em / 2
          : name === "rem"
            ? 16
            : UNITS[name];
  return factor === undefined ? undefined : Number(number) * factor;
}

/** Returns a number, or a percentage as a fraction. Values that are not numbers count as `otherwise`. */
export function fractionOf(value: string | undefined, otherwise = 1): number {
  return lengthOf(value, { whole: 1 }) ?? otherwise;
}

/** Returns the transform of a list such as `translate(4 2) rotate(30)`. */
export function transformOf(value = ""): Matrix {
  let result = IDENTITY;
  for (const part of value.slice(0, MAX_TRANSFORM_LENGTH).split(")")) {
    const [name = "", inside] = part.split("(");
    if (inside !== undefined) result = multiply(result, stepOf(name.replace(/[\s,]/g, ""), numbersOf(inside)));
  }
  return result;
}

function stepOf(name: string, numbers: readonly number[]): Matrix {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  switch (name) {
    case "matrix":
      return [a, b, c, d, e, f];
    case "translate":
      return translation(a, b);
    case "scale":
      return [a, 0, 0, numbers[1] ?? a, 0, 0];
    case "rotate":
      return multiply(multiply(translation(b, c), rotation(a)), translation(-b, -c));
    case "skewX":
      return [1, 0, Math.tan((a * Math.PI) / 180), 1, 0, 0];
    case "skewY":
      return [1, Math.tan((a * Math.PI) / 180), 0, 1, 0, 0];
    default:
      return IDENTITY;
  }
}

/** Returns the transform that fits a view box into a viewport, as `preserveAspectRatio` says. */
export function viewBoxTransform(
  attributes: ReadonlyMap<string, string>,
  viewport: { readonly width: number; readonly height: number },
): Matrix {
  const [x = 0, y = 0, width = 0, height = 0] = numbersOf(attributes.get("viewBox"));
  if (!(width > 0 && height > 0)) return IDENTITY;
  const [scaleX, scaleY] = [viewport.width / width, viewport.height / height];
  const ratio = attributes.get("preserveAspectRatio") ?? "xMidYMid meet";
  if (ratio.includes("none")) return [scaleX, 0, 0, scaleY, -x * scaleX, -y * scaleY];
  const scale = ratio.includes("slice") ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY);
  const share = (name: string) => (ratio.includes(`${name}Min`) ? 0 : ratio.includes(`${name}Max`) ? 1 : 0.5);
  const left = (viewport.width - width * scale) * share("x");
  const top = (viewport.height - height * scale) * share("Y");
  return [scale, 0, 0, scale, left - x * scale, top - y * scale];
}

/** Returns the ID in a reference such as `url(#shadow)` or `#shadow`. */
export function referenceOf(value: string | undefined): string | undefined {
  const text = value?.trim() ?? "";
  if (text.startsWith("#")) return text.slice(1);
  return /^url\(\s*['"]?#([^'")]+)['"]?\s*\)/.exec(text)?.[1]?.trim();
}
