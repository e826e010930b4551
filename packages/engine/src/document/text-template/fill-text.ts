import { getOrCreate, STEPS_PER_CALL } from "../scope/expansion-work.js";
import type { Scope } from "../scope/scope.js";
import { isList, type Value, valueOfReference } from "../attributes/values.js";
import { evaluateText, STEPS_PER_PARSED_CHARACTER } from "../expression/evaluate-expression.js";
import { applyFilters } from "./filters.js";
import type { TextPart } from "../syntax/text-part.js";
import { parseText } from "./parse-text.js";

/** Encodes the value of a placeholder for its place. `at` is the index of the placeholder in the text. */
export type Encode = (value: string, at: number) => string;

/** The maximum number of characters of a text with filled placeholders. */
export const MAX_FILLED_LENGTH = 10_000;

/**
 * Fills the placeholders of a text. Inserted values are not searched for placeholders. The result has at most
 * `maxLength + 1` characters: the additional one shows the caller that the text is too long. The result is incomplete
 * if the scope's work is spent.
 */
export function fillText(
  text: string,
  scope: Scope,
  encode: Encode = (value) => value,
  { maxLength = MAX_FILLED_LENGTH, computes = false }: { maxLength?: number; computes?: boolean } = {},
): string {
  let filled = "";
  for (const part of partsOf(text, scope, computes)) {
    if (scope.work?.isSpent === true) return "";
    const added = addedBy(part, scope, encode);
    scope.work?.spend(STEPS_PER_CALL + added.length);
    filled += added;
    if (filled.length > maxLength) return filled.slice(0, maxLength + 1);
  }
  return filled;
}

/** Where a placeholder is in a text, and where its value is in the filled text. Offsets count UTF-16 units. */
export interface PlaceholderRange {
  /** Where its braces begin in the text. */
  readonly from: number;
  readonly to: number;
  /** Where its value begins in the filled text. An empty value ends there, too. */
  readonly start: number;
  readonly end: number;
}

/** Finds the placeholders of a text that `fillText` fills in the same way. */
export function placeholderRanges(
  text: string,
  scope: Scope,
  encode: Encode = (value) => value,
  computes = false,
): PlaceholderRange[] {
  const parts = partsOf(text, scope, computes);
  const ranges: PlaceholderRange[] = [];
  let filled = 0;
  for (const [index, part] of parts.entries()) {
    const start = filled;
    filled += addedBy(part, scope, encode).length;
    if (part.kind !== "literal") ranges.push({ from: part.at, to: endOfPart(parts, index, text), start, end: filled });
  }
  return ranges;
}

/** A part ends where the next one begins. Literal texts do not say where they begin, but no two follow each other. */
function endOfPart(parts: readonly TextPart[], index: number, text: string): number {
  const [next, after] = [parts[index + 1], parts[index + 2]];
  if (next === undefined) return text.length;
  if (next.kind !== "literal") return next.at;
  const end = after === undefined || after.kind === "literal" ? text.length : after.at;
  return end - next.text.length;
}

function addedBy(part: TextPart, scope: Scope, encode: Encode): string {
  if (part.kind === "literal") return part.text;
  return part.kind === "issue" ? "" : encode(valueText(part, scope), part.at);
}

/** Returns the parts of a text. Each text of an expansion is parsed once. */
export function partsOf(text: string, { work, hasExpressions = false }: Scope, computes = false): readonly TextPart[] {
  const canCompute = computes && hasExpressions;
  return getOrCreate(canCompute ? work?.computedParts : work?.parts, text, () => {
    work?.spend(text.length);
    return parseText(text, canCompute, (length) => work?.spend(length * STEPS_PER_PARSED_CHARACTER));
  });
}

/** Returns the first expression of a text that has no value for the values of its variables, with the reason. */
export function failedExpression(text: string, scope: Scope): { text: string; reason: string } | undefined {
  for (const part of partsOf(text, scope, true)) {
    if (part.kind !== "computed") continue;
    const result = evaluateText(part.text, scope);
    if ("failure" in result) return { text: part.text, reason: result.failure };
  }
  return undefined;
}

type InsertedPart = TextPart & { kind: "placeholder" | "computed" };

function valueText(part: InsertedPart, scope: Scope): string {
  const value = filteredValue(part, valueOfPart(part, scope), scope);
  return isList(value) ? "" : String(value);
}

/** Returns the value before the filters. An expression without a value fails the render elsewhere. */
function valueOfPart(part: InsertedPart, scope: Scope): Value {
  if (part.kind === "placeholder") return valueOfReference(scope, part.reference);
  const result = evaluateText(part.text, scope);
  const value = "value" in result ? result.value : "";
  // A sum such as 0.1 + 0.2 has one more digit than people see in its parts.
  return typeof value === "number" ? Number(value.toPrecision(15)) : value;
}

/** Returns the value after the filters. The same value in the same placeholder is filtered once. */
function filteredValue(part: InsertedPart, value: Value, scope: Scope): Value {
  if (part.filters.length === 0) return value;
  const results = getOrCreate(scope.work?.filtered, part, () => new Map<Value, Value>());
  return getOrCreate(results, value, () => applyFilters(value, part.filters, scope));
}

/**
 * Fills the placeholders of a URL. A value can be the whole URL. A value that is only a part of it is percent-encoded, so
 * that it can name a file but not another host.
 */
export function fillUrl(text: string, scope: Scope): string {
  const isWhole = partsOf(text, scope).length === 1;
  return fillText(text, scope, isWhole ? undefined : (value) => encodeURIComponent(value.toWellFormed())).trim();
}
