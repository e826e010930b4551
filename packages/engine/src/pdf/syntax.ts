/** Writes the values of PDF: numbers, names, texts and dictionaries (ISO 32000-1, section 7.3). */
import type { Matrix } from "./matrix.js";
import { Unsupported } from "./unsupported.js";

/** The largest number that readers must accept (ISO 32000-1, annex C). */
const MAX_NUMBER = 3e38;

/** Writes a number without an exponent, which PDF does not know. */
export function num(value: number, decimals = 3): string {
  if (!(Math.abs(value) < MAX_NUMBER)) {
    throw new Unsupported("A coordinate is not finite.");
  }
  // Both `String` and `toFixed` write an exponent from 1e21 on.
  if (Number.isInteger(value)) return String(Math.abs(value) < 1e15 ? value : BigInt(value));
  const text = value.toFixed(decimals).replace(/\.0+$|(\.\d*?)0+$/, "$1");
  return text === "-0" ? "0" : text;
}

/** Writes numbers with spaces in between. */
export function nums(values: readonly number[], decimals?: number): string {
  return values.map((value) => num(value, decimals)).join(" ");
}

/** Writes the six numbers of a transform. They are multiplied by coordinates, so they need more decimals. */
export function matrixText(matrix: Matrix): string {
  return nums(matrix, 6);
}

/** Writes a reference to an object. */
export function ref(object: number): string {
  return `${object} 0 R`;
}

/** Writes a text as UTF-16 in hexadecimal digits, without the brackets. */
export function utf16Hex(text: string): string {
  let hex = "";
  for (let index = 0; index < text.length; index++) hex += hex4(text.charCodeAt(index));
  return hex;
}

/** Writes a text string with its byte order mark. */
export function textString(text: string): string {
  return `<FEFF${utf16Hex(text)}>`;
}

/** Writes a number from 0 to 65,535 as four hexadecimal digits. */
export function hex4(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, "0");
}
