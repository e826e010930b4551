import { getOrCreate } from "../scope/expansion-work.js";
import type { ParsedExpression } from "../syntax/expression.js";
import { parseExpression } from "./parse-expression.js";

/** Each expression has at most 500 characters, so all of them take about 5 MB. */
const MAX_KNOWN = 1_000;
const known = new Map<string, ParsedExpression>();

/** Parses an expression, or returns the result of an earlier call. Every request evaluates the same expressions. */
export function knownExpression(text: string): ParsedExpression {
  if (known.size >= MAX_KNOWN && !known.has(text)) known.clear();
  return getOrCreate(known, text, () => parseExpression(text));
}
