import { type Color, parseColor } from "../attributes/color.js";

const OK_COLOR = /^ok(lab|lch)\(\s*([^\s/()]+)\s+([^\s/()]+)\s+([^\s/()]+)\s*(?:\/\s*([^\s/()]+)\s*)?\)$/;
const PART = /^([+-]?(?:\d{1,6}(?:\.\d{1,12})?|\.\d{1,12}))(%|deg|turn|rad|grad)?$/;
const DEGREES: Readonly<Record<string, number>> = { turn: 360, rad: 180 / Math.PI, grad: 0.9 };

/** Reads a color of HTML: one of the colors of templates, `oklab()` or `oklch()`. Returns undefined for anything else. */
export function parseHtmlColor(text: string): Color | undefined {
  const source = text.trim().toLowerCase();
  const [, kind, ...parts] = OK_COLOR.exec(source) ?? [];
  if (kind === undefined) return parseColor(source);
  const [lightness, second, third, alpha] = [
    part(parts[0], 1),
    part(parts[1], 0.4),
    part(parts[2], kind === "lab" ? 0.4 : 1),
    part(parts[3] ?? "1", 1),
  ];
  if (lightness === undefined || second === undefined || third === undefined || alpha === undefined) return undefined;
  const hue = (third * Math.PI) / 180;
  const [a, b] = kind === "lab" ? [second, third] : [second * Math.cos(hue), second * Math.sin(hue)];
  return { ...fromOklab(lightness, a, b), alpha: Math.min(1, Math.max(0, alpha)) };
}

/** Returns a number, a share of a whole, or an angle in degrees. */
function part(text: string | undefined, whole: number): number | undefined {
  if (text === "none") return 0;
  const [, number, unit] = PART.exec(text ?? "") ?? [];
  if (number === undefined) return undefined;
  return Number(number) * (unit === "%" ? whole / 100 : (DEGREES[unit ?? ""] ?? 1));
}

/** Converts by the matrices of CSS Color 4. Colors outside of sRGB are clipped, as in browsers. */
function fromOklab(lightness: number, a: number, b: number): Omit<Color, "alpha"> {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    red: channel(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    green: channel(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    blue: channel(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  };
}

function channel(linear: number): number {
  const level = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, level)));
}
