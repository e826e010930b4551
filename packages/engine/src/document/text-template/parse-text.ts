/**
 * Parses the placeholders in a text, with their filters:
 *
 *     {{price | currency: "EUR"}}   {{item.name | default: "nobody" | upper}}   {{day | date: month=long, year=numeric}}
 *
 * Where texts can compute, the value can be an expression: `{{sum(items.price) | currency: "EUR"}}`.
 *
 * Double braces around anything else are plain text.
 */
import { knownExpression } from "../expression/known-expressions.js";
import { MAX_EXPRESSION_LENGTH } from "../expression/parse-expression.js";
import { referencesOf } from "../syntax/expression.js";
import type { FilterCall, TextPart } from "../syntax/text-part.js";
import { Scanner, TemplateSyntaxError } from "../syntax/scanner.js";
import type { Scalar } from "../attributes/values.js";

const OPEN = "{{";
const CLOSE = "}}";

/**
 * Returns the parts of a text in order. An invalid placeholder becomes an `issue` part, and parsing continues after it.
 *
 * @param computes whether braces can contain an expression
 * @param onExpression is called with the length of everything that is parsed as an expression, before it is parsed
 */
export function parseText(text: string, computes = false, onExpression?: (length: number) => void): TextPart[] {
  const parts: TextPart[] = [];
  let plainFrom = 0;
  for (let open = text.indexOf(OPEN); open !== -1;) {
    const scanner = new Scanner(text, open + OPEN.length);
    const part = takePart(scanner, open) ?? (computes ? takeComputed(scanner, open, onExpression) : undefined);
    // After braces that are plain text, the search continues one character later. So `{{{name}}}` is a placeholder
    // in braces.
    const next = part === undefined ? open + 1 : Math.max(scanner.at, open + OPEN.length);
    if (part !== undefined) {
      if (open > plainFrom) parts.push({ kind: "literal", text: text.slice(plainFrom, open) });
      parts.push(part);
      plainFrom = next;
    }
    open = text.indexOf(OPEN, next);
  }
  if (plainFrom < text.length) parts.push({ kind: "literal", text: text.slice(plainFrom) });
  return parts;
}

/** Returns whether a text contains a placeholder, valid or not. */
export function hasPlaceholders(text: string): boolean {
  return text.includes(OPEN) && parseText(text).some(({ kind }) => kind !== "literal");
}

function takePart(scanner: Scanner, at: number): TextPart | undefined {
  scanner.skipSpace();
  const name = scanner.takeName();
  if (name === undefined) return undefined;
  const field = takeField(scanner);
  scanner.skipSpace();
  if (scanner.take(CLOSE)) return { kind: "placeholder", reference: { name, field }, filters: [], at };
  if (scanner.character !== "|") return undefined;
  return withFilters(scanner, (filters) => ({ kind: "placeholder", reference: { name, field }, filters, at }));
}

/** Reads an expression and its filters. Returns undefined if the braces contain something else. */
function takeComputed(scanner: Scanner, at: number, onExpression?: (length: number) => void): TextPart | undefined {
  const from = at + OPEN.length;
  const end = endOfExpression(scanner.text, from);
  if (end === undefined) return undefined;
  const text = scanner.text.slice(from, end);
  onExpression?.(text.length);
  const parsed = knownExpression(text);
  if ("issue" in parsed) return undefined;
  scanner.at = end;
  return withFilters(scanner, (filters) => ({
    kind: "computed",
    text,
    from,
    references: referencesOf(parsed.expression),
    filters,
    at,
  }));
}

/** Returns the index of the filter or the braces that end an expression. A text in quotes can contain both. */
function endOfExpression(text: string, from: number): number | undefined {
  const limit = Math.min(text.length, from + MAX_EXPRESSION_LENGTH + 1);
  let quote = "";
  for (let at = from; at < limit; at += 1) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === "\\") at += 1;
      else if (character === quote) quote = "";
    } else if (character === "|" || text.startsWith(CLOSE, at)) return at;
    else if (character === "{") return undefined;
    else if (character === '"' || character === "'") quote = character;
  }
  return undefined;
}

/** Reads the filters up to the closing braces. A wrong one makes the part an issue. */
function withFilters(scanner: Scanner, make: (filters: readonly FilterCall[]) => TextPart): TextPart {
  try {
    return make(takeFilters(scanner));
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return { kind: "issue", message: error.message, at: error.at };
    throw error;
  }
}

function takeField(scanner: Scanner): string | undefined {
  const { at } = scanner;
  if (!scanner.take(".")) return undefined;
  const field = scanner.takeName();
  if (field === undefined) scanner.at = at;
  return field;
}

function takeFilters(scanner: Scanner): FilterCall[] {
  const filters: FilterCall[] = [];
  while (!scanner.take(CLOSE)) {
    if (!scanner.take("|")) throw new TemplateSyntaxError('Expected "|" or "}}"', scanner.at);
    filters.push(takeFilter(scanner));
    if (filters.length > MAX_FILTERS)
      throw new TemplateSyntaxError(`A placeholder has at most ${MAX_FILTERS} filters`, scanner.at);
  }
  return filters;
}

const MAX_FILTERS = 8;

function takeFilter(scanner: Scanner): FilterCall {
  scanner.skipSpace();
  const { at } = scanner;
  const name = scanner.takeName();
  if (name === undefined) throw new TemplateSyntaxError("Expected the name of a filter", at);
  const positional: Scalar[] = [];
  const named = new Map<string, Scalar>();
  scanner.skipSpace();
  if (scanner.take(":")) {
    do takeArgument(scanner, positional, named);
    while (scanner.take(","));
  }
  return { name, positional, named, at };
}

/** Reads `value` or `key=value`. A word without quotes is a text. */
function takeArgument(scanner: Scanner, positional: Scalar[], named: Map<string, Scalar>): void {
  scanner.skipSpace();
  const word = scanner.takeName();
  scanner.skipSpace();
  if (word !== undefined && scanner.take("=")) {
    scanner.skipSpace();
    named.set(word, takeValue(scanner));
  } else {
    positional.push(word === undefined ? takeValue(scanner) : wordValue(word));
  }
  scanner.skipSpace();
}

function takeValue(scanner: Scanner): Scalar {
  const { at } = scanner;
  const word = scanner.takeName();
  if (word !== undefined) return wordValue(word);
  const value = scanner.takeNumber() ?? scanner.takeQuoted();
  if (value === undefined) throw new TemplateSyntaxError("Expected a value: a number, a word or a text in quotes", at);
  return value;
}

function wordValue(word: string): Scalar {
  return word === "true" || word === "false" ? word === "true" : word;
}
