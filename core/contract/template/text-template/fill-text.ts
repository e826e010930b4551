import { isList, type Scope, valueOfReference } from "../values.js";
import { applyFilters } from "./filters.js";
import { parseText, type TextPart } from "./parse-text.js";

/** Maximum characters of a text with filled placeholders. */
export const MAX_FILLED_LENGTH = 10_000;

/**
 * Fills the placeholders of a text. Inserted values are not searched for placeholders. The result has at most
 * `maxLength + 1` characters: the additional one shows the caller that the text is too long.
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

function valueText({ reference, filters }: TextPart & { kind: "placeholder" }, scope: Scope): string {
  const value = applyFilters(valueOfReference(scope, reference), filters, scope);
  return isList(value) ? "" : String(value);
}

/**
 * Fills the placeholders of a URL. A value can be the whole URL. A value that is only a part of it is percent-encoded, so
 * that it can name a file but not another host.
 */
export function fillUrl(text: string, scope: Scope): string {
  const parts = parseText(text);
  const isWhole = parts.length === 1;
  return fillText(text, scope, isWhole ? undefined : (value) => encodeURIComponent(value.toWellFormed())).trim();
}
