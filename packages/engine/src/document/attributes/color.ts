/** The colors of a template. The contract and the renderer use the same grammar. */
import { NAMED_COLORS } from "./named-colors.js";

/** A color in sRGB: channels 0–255, alpha 0–1. */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

const HEX = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/;
const FUNCTION = /^(rgb|hsl)a?\(([^()]{1,60})\)$/;
const NUMBER = /^([+-]?(?:\d{1,6}(?:\.\d{1,12})?|\.\d{1,12}))(%|deg)?$/;

/**
 * Reads a CSS color: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()`, `hsla()`, a name, or
 * `transparent`. Returns undefined for anything else.
 */
export function parseColor(text: string): Color | undefined {
  const source = text.trim().toLowerCase();
  if (source === "transparent") return { red: 0, green: 0, blue: 0, alpha: 0 };
  const named = NAMED_COLORS.get(source);
  if (named !== undefined) return fromHex(named);
  const hex = HEX.exec(source)?.[1];
  if (hex !== undefined) return fromHex(hex);
  const call = FUNCTION.exec(source);
  return call?.[1] === undefined || call[2] === undefined ? undefined : fromFunction(call[1], call[2]);
}

/** Writes a color in the form that every drawing library can read. */
export function formatColor(color: Color): string {
  return `rgba(${color.red}, ${color.green}, ${color.blue}, ${color.alpha})`;
}

function fromHex(digits: string): Color {
  const long = digits.length <= 4 ? digits.replace(/./g, "$&$&") : digits;
  const channel = (index: number) => Number.parseInt(long.slice(index * 2, index * 2 + 2), 16);
  const alpha = long.length === 8 ? round(channel(3) / 255, 4) : 1;
  return { red: channel(0), green: channel(1), blue: channel(2), alpha };
}

function fromFunction(kind: string, inside: string): Color | undefined {
  const parts = inside.split(/[\s,/]+/).filter((part) => part !== "");
  if (parts.length !== 3 && parts.length !== 4) return undefined;
  const values = parts.map((part) => NUMBER.exec(part));
  const [first, second, third] = values;
  const alpha = parts.length === 4 ? portion(values[3], 1) : 1;
  if (!first || !second || !third || alpha === undefined) return undefined;
  if (kind === "rgb") {
    const [red, green, blue] = [portion(first, 255), portion(second, 255), portion(third, 255)];
    if (red === undefined || green === undefined || blue === undefined) return undefined;
    return { red: Math.round(red), green: Math.round(green), blue: Math.round(blue), alpha: round(alpha, 4) };
  }
  if (first[2] === "%" || second[2] !== "%" || third[2] !== "%") return undefined;
  const saturation = clamp(Number(second[1]) / 100, 1);
  const lightness = clamp(Number(third[1]) / 100, 1);
  return { ...fromHsl(Number(first[1]), saturation, lightness), alpha: round(alpha, 4) };
}

/** Reads a number or a percentage of `whole`, and clamps it to 0…whole. */
function portion(match: RegExpExecArray | null | undefined, whole: number): number | undefined {
  if (!match || match[2] === "deg") return undefined;
  const value = match[2] === "%" ? (Number(match[1]) / 100) * whole : Number(match[1]);
  return clamp(value, whole);
}

/** Converts HSL to RGB as in CSS Color Level 4, section 7.1. */
function fromHsl(hue: number, saturation: number, lightness: number): Omit<Color, "alpha"> {
  const channel = (offset: number) => {
    const position = (((offset + hue / 30) % 12) + 12) % 12;
    const chroma = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - chroma * Math.max(-1, Math.min(position - 3, 9 - position, 1))));
  };
  return { red: channel(0), green: channel(8), blue: channel(4) };
}

function clamp(value: number, maximum: number): number {
  return Math.min(Math.max(value, 0), maximum);
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
