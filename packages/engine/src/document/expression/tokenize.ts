import { Scanner, TemplateSyntaxError } from "../syntax/scanner.js";
import type { Scalar } from "../attributes/values.js";

/** A token of an expression. `at` is its index in the text, from 0. */
export type Token =
  | { readonly kind: "symbol"; readonly text: string; readonly at: number }
  | { readonly kind: "name"; readonly text: string; readonly at: number }
  | { readonly kind: "literal"; readonly value: Scalar; readonly text: string; readonly at: number }
  | { readonly kind: "end"; readonly text: string; readonly at: number };

/** Longer symbols come first, because `<=` starts with `<`. */
const SYMBOLS = ["==", "!=", "<=", ">=", "<", ">", "(", ")", ".", ",", "+", "-", "*", "/", "%", "?", ":"] as const;

/** Words that are operators, not names. */
const WORDS: ReadonlySet<string> = new Set(["and", "or", "not"]);

/** Operators of other languages, and what to write instead. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ["&", "and"],
  ["|", "or"],
  ["!", "not"],
  ["=", "=="],
]);

/**
 * Splits an expression into tokens. The last one is `end`.
 *
 * @throws TemplateSyntaxError at a character that starts no token.
 */
export function tokenize(text: string): Token[] {
  const scanner = new Scanner(text);
  const tokens: Token[] = [];
  scanner.skipSpace();
  while (!scanner.isAtEnd) {
    tokens.push(takeToken(scanner));
    scanner.skipSpace();
  }
  return [...tokens, { kind: "end", text: "the end", at: text.length }];
}

function takeToken(scanner: Scanner): Token {
  const { at } = scanner;
  const name = scanner.takeName();
  if (name !== undefined) return wordToken(name, at);
  // The parser decides whether a minus subtracts or makes a number negative.
  const value = scanner.character === "-" ? undefined : (scanner.takeNumber() ?? scanner.takeQuoted());
  if (value !== undefined) return { kind: "literal", value, text: scanner.text.slice(at, scanner.at), at };
  const symbol = SYMBOLS.find((candidate) => scanner.take(candidate));
  if (symbol !== undefined) return { kind: "symbol", text: symbol, at };
  const instead = FOREIGN.get(scanner.character);
  const hint = instead === undefined ? "" : `. Write "${instead}"`;
  throw new TemplateSyntaxError(`"${scanner.character}" has no meaning here${hint}`, at);
}

function wordToken(word: string, at: number): Token {
  if (WORDS.has(word)) return { kind: "symbol", text: word, at };
  if (word === "true" || word === "false") return { kind: "literal", value: word === "true", text: word, at };
  return { kind: "name", text: word, at };
}
