import { type CSSToken, tokenizer, TokenType } from "@csstools/css-tokenizer";

/**
 * The tokens from a start index up to an end index, which is not included. Thousands of declarations share one list of
 * tokens.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The tokens of CSS, without comments. */
export class CssTokens {
  readonly #tokens: CSSToken[] = [];

  constructor(css: string) {
    const source = tokenizer({ css });
    while (!source.endOfFile()) {
      const token = source.nextToken();
      if (token[0] !== TokenType.Comment) this.#tokens.push(token);
    }
  }

  get all(): Span {
    return { start: 0, end: this.#tokens.length };
  }

  at(index: number): CSSToken | undefined {
    return this.#tokens[index];
  }

  in({ start, end }: Span): CSSToken[] {
    return this.#tokens.slice(start, end);
  }

  /** Returns the source of a span without comments. */
  textOf(span: Span): string {
    return this.in(span)
      .map(([, text]) => text)
      .join("");
  }

  /** Returns the first token of a span that is not white space. */
  first(span: Span): CSSToken | undefined {
    const { start, end } = this.trimmed(span);
    return start < end ? this.#tokens[start] : undefined;
  }

  /** Returns a span without the white space at its start and end. */
  trimmed({ start, end }: Span): Span {
    let [from, to] = [start, end];
    while (from < to && this.#tokens[from]?.[0] === TokenType.Whitespace) from += 1;
    while (to > from && this.#tokens[to - 1]?.[0] === TokenType.Whitespace) to -= 1;
    return { start: from, end: to };
  }

  /** Returns the index of the first token of a type in a span, or -1. */
  indexOf({ start, end }: Span, type: TokenType): number {
    for (let index = start; index < end; index++) if (this.#tokens[index]?.[0] === type) return index;
    return -1;
  }

  /** Splits a span at the separators that are not inside of parentheses. */
  split({ start, end }: Span, separator: TokenType): Span[] {
    const parts: Span[] = [];
    let [from, depth] = [start, 0];
    for (let index = start; index < end; index++) {
      const type = this.#tokens[index]?.[0];
      if (type === TokenType.Function || type === TokenType.OpenParen) depth += 1;
      if (type === TokenType.CloseParen) depth -= 1;
      if (type !== separator || depth > 0) continue;
      parts.push({ start: from, end: index });
      from = index + 1;
    }
    parts.push({ start: from, end });
    return parts;
  }

  /** Returns the index of the bracket that closes the first bracket of a span, or the end of the span. */
  endOfBlock({ start, end }: Span): number {
    const isBlock = this.#tokens[start]?.[0] === TokenType.OpenCurly;
    const closing = isBlock ? TokenType.CloseCurly : TokenType.CloseParen;
    let depth = 0;
    for (let index = start; index < end; index++) {
      const type = this.#tokens[index]?.[0];
      const isParenthesis = type === TokenType.Function || type === TokenType.OpenParen;
      if (isBlock ? type === TokenType.OpenCurly : isParenthesis) depth += 1;
      if (type === closing && --depth === 0) return index;
    }
    return end;
  }
}

/** Returns the index of the parenthesis that closes the function at an index, or of the last token. */
export function endOfFunction(tokens: readonly CSSToken[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index++) {
    const type = tokens[index]?.[0];
    if (type === TokenType.Function || type === TokenType.OpenParen) depth += 1;
    if (type === TokenType.CloseParen && --depth === 0) return index;
  }
  return tokens.length - 1;
}

/** Returns the tokens that are not inside of a function, such as a color. */
export function outsideOfFunctions(tokens: readonly CSSToken[]): CSSToken[] {
  let depth = 0;
  return tokens.filter(([type]) => {
    if (type === TokenType.Function) depth += 1;
    if (type === TokenType.CloseParen) depth -= 1;
    return depth === 0;
  });
}
