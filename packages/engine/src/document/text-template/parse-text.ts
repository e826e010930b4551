/**
 * Parses the placeholders in a text, with their filters:
 *
 *     {{price | currency: "EUR"}}   {{item.name | default: "nobody" | upper}}   {{day | date: month=long, year=numeric}}
 *
 * Double braces are plain text if they do not contain a name that is followed by a filter or the closing braces.
 */
import type { FilterCall, TextPart } from "../syntax/text-part.js";
import { Scanner, TemplateSyntaxError } from "../syntax/scanner.js";
import type { Scalar } from "../attributes/values.js";

const OPEN = "{{";
const CLOSE = "}}";

/**
 * Returns the parts of a text in order. An invalid placeholder becomes an `issue` part, and parsing continues after it.
 */
export function parseText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let plainFrom = 0;
  for (let open = text.indexOf(OPEN); open !== -1;) {
    const scanner = new Scanner(text, open + OPEN.length);
    const part = takePart(scanner, open);
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
  try {
    return { kind: "placeholder", reference: { name, field }, filters: takeFilters(scanner), at };
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
