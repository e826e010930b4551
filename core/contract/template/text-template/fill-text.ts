import { isList, type Scope, valueOfReference } from "../values.js";
import { applyFilters } from "./filters.js";
import { parseText } from "./parse-text.js";

/** Characters of a text once its placeholders are filled. */
export const MAX_FILLED_LENGTH = 10_000;

/**
 * A text with its placeholders filled; what is put in is not searched again. No more than `maxLength` characters and one
 * more are made: so a caller sees that it is too long, whatever its placeholders would add up to.
 */
export function fillText(
  text: string,
  scope: Scope,
  encode: (value: string) => string = (value) => value,
  maxLength = MAX_FILLED_LENGTH,
): string {
  let filled = "";
  for (const part of parseText(text)) {
    if (part.kind === "literal") filled += part.text;
    if (part.kind === "placeholder") filled += encode(valueText(part, scope));
    if (filled.length > maxLength) return filled.slice(0, maxLength + 1);
  }
  return filled;
}

function valueText(
  {
    reference,
    filters,
  }: Pick<Extract<ReturnType<typeof parseText>[number], { kind: "placeholder" }>, "reference" | "filters">,
  scope: Scope,
): string {
  const value = applyFilters(valueOfReference(scope, reference), filters, scope);
  return isList(value) ? "" : String(value);
}

/**
 * An address with its placeholders filled. A value that is the whole address may be any; one that is a part of it is
 * encoded, so that it can name a file but no other host.
 */
export function fillUrl(text: string, scope: Scope): string {
  const parts = parseText(text);
  const isWhole = parts.length === 1;
  return fillText(text, scope, isWhole ? undefined : (value) => encodeURIComponent(value.toWellFormed())).trim();
}
