/**
 * Conditions such as `title != "" and count > 3` or `not empty(badge)`: a Pratt parser over
 *
 *     condition  = condition ("or" | "and") condition | "not" condition | value [comparison value]
 *     comparison = "==" | "!=" | "<" | "<=" | ">" | ">="
 *     value      = number | "text" | true | false | name ["." field] | empty(name) | count(name) | "(" condition ")"
 *
 * `and` binds stronger than `or`, `not` than both, a comparison than all of them.
 */
import { SyntaxFault } from "../scanner.js";
import { type Reference, type Scalar } from "../values.js";
import { type Token, tokenize } from "./tokenize.js";

export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";
export type Callee = "empty" | "count";

export type Expression =
  | { readonly kind: "literal"; readonly value: Scalar; readonly at: number }
  | { readonly kind: "reference"; readonly reference: Reference; readonly at: number }
  | { readonly kind: "call"; readonly callee: Callee; readonly reference: Reference; readonly at: number }
  | { readonly kind: "not"; readonly of: Expression; readonly at: number }
  | {
      readonly kind: "binary";
      readonly operator: Comparison | "and" | "or";
      readonly left: Expression;
      readonly right: Expression;
      readonly at: number;
    };

/** A fault in a condition; `at` is the character's place, from 0. */
export interface ExpressionFault {
  readonly message: string;
  readonly at: number;
}

export type ParsedExpression = { readonly expression: Expression } | { readonly fault: ExpressionFault };

/** A condition's length bounds the depth of everything that is done with it. */
export const MAX_EXPRESSION_LENGTH = 500;

/** Reads a condition. It never throws: a fault is an answer. */
export function parseExpression(text: string): ParsedExpression {
  if (text.length > MAX_EXPRESSION_LENGTH) {
    return {
      fault: { message: `It must have at most ${MAX_EXPRESSION_LENGTH} characters`, at: MAX_EXPRESSION_LENGTH },
    };
  }
  try {
    return { expression: new Parser(tokenize(text)).parseAll() };
  } catch (error) {
    if (error instanceof SyntaxFault) return { fault: { message: error.message, at: error.at } };
    throw error;
  }
}

const STRENGTHS: ReadonlyMap<string, number> = new Map([
  ["or", 1],
  ["and", 2],
  ...["==", "!=", "<", "<=", ">", ">="].map((comparison) => [comparison, 4] as const),
]);
const NOT_STRENGTH = 3;
const COMPARISON_STRENGTH = 4;

class Parser {
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parseAll(): Expression {
    const expression = this.#parse(0);
    const rest = this.#peek();
    if (rest.kind !== "end")
      throw new SyntaxFault(`An operator such as "and" was expected, not ${shown(rest)}`, rest.at);
    return expression;
  }

  #parse(minimum: number): Expression {
    let left = this.#parsePrefix();
    for (;;) {
      const token = this.#peek();
      const strength = token.kind === "symbol" ? (STRENGTHS.get(token.text) ?? 0) : 0;
      if (strength <= minimum) return left;
      this.#next();
      const right = this.#parse(strength);
      left = { kind: "binary", operator: token.text as Comparison | "and" | "or", left, right, at: token.at };
      if (strength === COMPARISON_STRENGTH) this.#refuseChain();
    }
  }

  /** `1 < x < 3` does not mean what it seems to. */
  #refuseChain(): void {
    const token = this.#peek();
    if (token.kind !== "symbol" || STRENGTHS.get(token.text) !== COMPARISON_STRENGTH) return;
    throw new SyntaxFault('Comparisons can\'t be chained; join two of them with "and"', token.at);
  }

  #parsePrefix(): Expression {
    const token = this.#next();
    if (token.kind === "literal") return { kind: "literal", value: token.value, at: token.at };
    if (token.kind === "name") return this.#parseName(token.text, token.at);
    if (token.text === "not") return { kind: "not", of: this.#parse(NOT_STRENGTH), at: token.at };
    if (token.text === "(" && token.kind === "symbol") {
      const inside = this.#parse(0);
      this.#expect(")");
      return inside;
    }
    throw new SyntaxFault(`A value was expected, not ${shown(token)}`, token.at);
  }

  #parseName(name: string, at: number): Expression {
    const isCall = this.#peek().text === "(";
    if (!isCall) return { kind: "reference", reference: this.#parseReference(name), at };
    if (name !== "empty" && name !== "count") {
      throw new SyntaxFault(`There is no function "${name}"; there are empty(…) and count(…)`, at);
    }
    this.#expect("(");
    const argument = this.#next();
    if (argument.kind !== "name") throw new SyntaxFault(`${name}(…) takes a name, not ${shown(argument)}`, argument.at);
    const reference = this.#parseReference(argument.text);
    this.#expect(")");
    return { kind: "call", callee: name, reference, at };
  }

  #parseReference(name: string): Reference {
    if (this.#peek().text !== ".") return { name, field: undefined };
    this.#next();
    const field = this.#next();
    if (field.kind !== "name") throw new SyntaxFault(`The name of a field was expected, not ${shown(field)}`, field.at);
    return { name, field: field.text };
  }

  #expect(symbol: string): void {
    const token = this.#next();
    if (token.kind === "symbol" && token.text === symbol) return;
    throw new SyntaxFault(`"${symbol}" was expected, not ${shown(token)}`, token.at);
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

function shown(token: Token): string {
  return token.kind === "end" ? token.text : `"${token.text}"`;
}
