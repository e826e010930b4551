/**
 * Parses expressions: conditions such as `title != "" and count > 3`, and values such as `sold / total * 400`. This is a
 * Pratt parser for the following grammar:
 *
 *     expression = operation ["?" expression ":" expression]
 *     operation  = operation operator operation | "not" operation | "-" operation | value
 *     operator   = "or" | "and" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "/" | "%"
 *     value      = number | "text" | true | false | name ["." field] | "(" expression ")"
 *                | function "(" expression {"," expression} ")"
 *
 * Operators from strongest to weakest binding: `-` before a value, `* / %`, `+ -`, comparisons, `not`, `and`, `or`.
 */
import type { Expression, Operator, ParsedExpression } from "../syntax/expression.js";
import { TemplateSyntaxError } from "../syntax/scanner.js";
import type { Reference } from "../attributes/values.js";
import { type Token, tokenize } from "./tokenize.js";

/**
 * The maximum length of an expression. It also limits the depth of the parsed expression, and so the recursion over it.
 */
export const MAX_EXPRESSION_LENGTH = 500;

/** Parses an expression. Does not throw. */
export function parseExpression(text: string): ParsedExpression {
  if (text.length > MAX_EXPRESSION_LENGTH) {
    return {
      issue: { message: `It must have at most ${MAX_EXPRESSION_LENGTH} characters`, at: MAX_EXPRESSION_LENGTH },
    };
  }
  try {
    return { expression: new Parser(tokenize(text)).parseAll() };
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return { issue: { message: error.message, at: error.at } };
    throw error;
  }
}

const COMPARISON_STRENGTH = 4;
const NOT_STRENGTH = 3;
const NEGATIVE_STRENGTH = 7;
const STRENGTHS: ReadonlyMap<string, number> = new Map([
  ["or", 1],
  ["and", 2],
  ...["==", "!=", "<", "<=", ">", ">="].map((operator) => [operator, COMPARISON_STRENGTH] as const),
  ...["+", "-"].map((operator) => [operator, 5] as const),
  ...["*", "/", "%"].map((operator) => [operator, 6] as const),
]);

class Parser {
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parseAll(): Expression {
    const expression = this.#parseExpression();
    const rest = this.#peek();
    if (rest.kind !== "end") throw unexpected('an operator such as "and"', rest);
    return expression;
  }

  #parseExpression(): Expression {
    const condition = this.#parse(0);
    const { at } = this.#peek();
    if (!this.#take("?")) return condition;
    const yes = this.#parseExpression();
    this.#expect(":");
    return { kind: "choice", condition, yes, no: this.#parseExpression(), at };
  }

  #parse(minimum: number): Expression {
    let left = this.#parsePrefix();
    for (;;) {
      const token = this.#peek();
      const strength = token.kind === "symbol" ? (STRENGTHS.get(token.text) ?? 0) : 0;
      if (strength <= minimum) return left;
      this.#next();
      const right = this.#parse(strength);
      left = { kind: "binary", operator: token.text as Operator, left, right, at: token.at };
      if (strength === COMPARISON_STRENGTH) this.#refuseChain();
    }
  }

  /** Refuses `1 < x < 3`, because it would compare the result of `1 < x` with 3. */
  #refuseChain(): void {
    const token = this.#peek();
    if (token.kind !== "symbol" || STRENGTHS.get(token.text) !== COMPARISON_STRENGTH) return;
    throw new TemplateSyntaxError('Comparisons cannot be chained. Join two comparisons with "and"', token.at);
  }

  #parsePrefix(): Expression {
    const token = this.#next();
    if (token.kind === "literal") return { kind: "literal", value: token.value, at: token.at };
    if (token.kind === "name") return this.#parseName(token.text, token.at);
    if (token.kind === "symbol" && token.text === "not") {
      return { kind: "not", of: this.#parse(NOT_STRENGTH), at: token.at };
    }
    if (token.kind === "symbol" && token.text === "-") {
      return { kind: "negative", of: this.#parse(NEGATIVE_STRENGTH), at: token.at };
    }
    if (token.kind === "symbol" && token.text === "(") {
      const inside = this.#parseExpression();
      this.#expect(")");
      return inside;
    }
    throw unexpected("a value", token);
  }

  #parseName(name: string, at: number): Expression {
    if (!this.#take("(")) return { kind: "reference", reference: this.#parseReference(name), at };
    const args = [this.#parseExpression()];
    while (this.#take(",")) args.push(this.#parseExpression());
    this.#expect(")");
    return { kind: "call", callee: name, args, at };
  }

  #parseReference(name: string): Reference {
    if (!this.#take(".")) return { name, field: undefined };
    const field = this.#next();
    if (field.kind !== "name") throw unexpected("the name of a field", field);
    return { name, field: field.text };
  }

  #take(symbol: string): boolean {
    const { kind, text } = this.#peek();
    if (kind !== "symbol" || text !== symbol) return false;
    this.#index += 1;
    return true;
  }

  #expect(symbol: string): void {
    const token = this.#next();
    if (token.kind === "symbol" && token.text === symbol) return;
    throw unexpected(`"${symbol}"`, token);
  }

  #peek(): Token {
    return this.#tokens[this.#index] ?? END;
  }

  #next(): Token {
    const token = this.#peek();
    this.#index += 1;
    return token;
  }
}

const END: Token = { kind: "end", text: "the end", at: 0 };

function unexpected(expected: string, { kind, text, at }: Token): TemplateSyntaxError {
  const found = kind === "end" ? text : `"${text}"`;
  return new TemplateSyntaxError(`Expected ${expected} but found ${found}`, at);
}
