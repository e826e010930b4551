/** Checks `calc()`, `min()`, `max()` and `clamp()`, which the layout engine computes. */
import { type CSSToken, TokenType } from "@csstools/css-tokenizer";

export const MATH: ReadonlySet<string> = new Set(["calc", "min", "max", "clamp"]);

/** The kind of a term, and a bound for its value. */
interface Term {
  readonly isLength: boolean;
  /**
   * The largest possible absolute value. For a length, this is its share of the largest length in its unit. The parts of
   * a sum count together, so no calculation can exceed the largest length.
   */
  readonly most: number;
  /** The value of a number. */
  readonly value: number;
}

/** Returns the largest value of a unit, or undefined if the unit is not a length. */
export type LargestOf = (unit: string) => number | undefined;

const MAX_NESTED = 12;

/**
 * Returns the term of a whole function, or a sentence that says why it cannot be used. The work is linear in the number
 * of tokens.
 */
export function readMath(tokens: readonly CSSToken[], largestOf: LargestOf): Term | string {
  const reader = new MathReader(
    tokens.filter(([type]) => type !== TokenType.Whitespace),
    largestOf,
  );
  try {
    return reader.whole();
  } catch (error) {
    if (error instanceof MathError) return error.message;
    throw error;
  }
}

class MathError extends Error {}

class MathReader {
  readonly #tokens: readonly CSSToken[];
  readonly #largestOf: LargestOf;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly CSSToken[], largestOf: LargestOf) {
    this.#tokens = tokens;
    this.#largestOf = largestOf;
  }

  whole(): Term {
    const term = this.#value();
    if (this.#at < this.#tokens.length) throw this.#unexpected();
    return term;
  }

  #sum(): Term {
    let term = this.#product();
    for (let sign = this.#take("+", "-"); sign !== undefined; sign = this.#take("+", "-")) {
      const right = this.#product();
      if (right.isLength !== term.isLength) throw new MathError("A calculation adds a length and a number");
      const value = sign === "+" ? term.value + right.value : term.value - right.value;
      term = { ...term, most: term.most + right.most, value };
    }
    return term;
  }

  #product(): Term {
    let term = this.#value();
    for (let sign = this.#take("*", "/"); sign !== undefined; sign = this.#take("*", "/")) {
      const right = this.#value();
      if (right.isLength && (term.isLength || sign === "/")) {
        throw new MathError("A calculation can multiply and divide only by numbers");
      }
      if (sign === "/" && right.value === 0) throw new MathError("A calculation divides by zero");
      const [most, value] =
        sign === "/"
          ? [term.most / Math.abs(right.value), term.value / right.value]
          : [term.most * right.most, term.value * right.value];
      term = { isLength: term.isLength || right.isLength, most, value };
    }
    return term;
  }

  #value(): Term {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token?.[0] === TokenType.Number) return numberOf(token[4].value);
    if (token?.[0] === TokenType.Percentage) return this.#length(token[4].value, "%");
    if (token?.[0] === TokenType.Dimension) return this.#length(token[4].value, token[4].unit.toLowerCase());
    if (token?.[0] === TokenType.OpenParen) return this.#list("calc");
    const name = token?.[0] === TokenType.Function ? token[4].value.toLowerCase() : "";
    this.#at -= MATH.has(name) ? 0 : 1;
    if (!MATH.has(name)) throw this.#unexpected();
    return this.#list(name);
  }

  /** Reads the arguments of a function after its opening parenthesis. */
  #list(name: string): Term {
    this.#depth += 1;
    if (this.#depth > MAX_NESTED) throw new MathError("Calculations are nested too deep");
    const terms = [this.#sum()];
    while (this.#tokens[this.#at]?.[0] === TokenType.Comma) {
      this.#at += 1;
      terms.push(this.#sum());
    }
    if (this.#tokens[this.#at]?.[0] !== TokenType.CloseParen) throw this.#unexpected();
    this.#at += 1;
    this.#depth -= 1;
    if (name === "calc" ? terms.length > 1 : name === "clamp" && terms.length !== 3) {
      throw new MathError(`${name}() has ${name === "calc" ? "one value" : "three values"}`);
    }
    const isLength = terms[0]?.isLength === true;
    if (terms.some((term) => term.isLength !== isLength)) throw new MathError(`${name}() has lengths and numbers`);
    return { isLength, most: Math.max(...terms.map(({ most }) => most)), value: valueOf(name, terms) };
  }

  #length(value: number, unit: string): Term {
    const largest = this.#largestOf(unit);
    if (largest === undefined) throw new MathError(`The unit "${unit.slice(0, 20)}" is not supported`);
    return { isLength: true, most: Math.abs(value) / largest, value: 0 };
  }

  #take(one: string, other: string): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.[0] !== TokenType.Delim || (token[1] !== one && token[1] !== other)) return undefined;
    this.#at += 1;
    return token[1];
  }

  #unexpected(): MathError {
    const text = this.#tokens[this.#at]?.[1] ?? "";
    return new MathError(text === "" ? "A calculation is incomplete" : `"${text.slice(0, 20)}" is not possible here`);
  }
}

function numberOf(value: number): Term {
  return { isLength: false, most: Math.abs(value), value };
}

function valueOf(name: string, terms: readonly Term[]): number {
  const [first = 0, second = 0, third = 0] = terms.map(({ value }) => value);
  if (name === "clamp") return Math.max(first, Math.min(second, third));
  if (name === "min") return Math.min(...terms.map(({ value }) => value));
  return name === "max" ? Math.max(...terms.map(({ value }) => value)) : first;
}
