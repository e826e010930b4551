/** The results of `NumberScanner.next` that are not letters. */
export const NUMBER = 1;
export const END = 0;

const [ZERO, NINE, DOT, PLUS, MINUS, LOWER, LETTER_A, LETTER_E, LETTER_Z] = [48, 57, 46, 43, 45, 32, 97, 101, 122];
/** An integer with up to this many digits is exact, and so is its quotient by a power of ten up to this exponent. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/**
 * Reads the numbers and letters of an SVG value, such as path data. It allocates no memory for them, because a path can
 * have a hundred thousand numbers.
 */
export class NumberScanner {
  readonly #text: string;
  #at = 0;
  /** The number that was found last. */
  value = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Finds the next number or letter, and skips everything before it. Returns a letter as its character code. */
  next(): number {
    const text = this.#text;
    for (let at = this.#at; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (isDigit(code) || code === DOT || code === MINUS || code === PLUS) {
        if (this.#readNumber(at)) return NUMBER;
        continue;
      }
      const lower = code | LOWER;
      if (lower < LETTER_A || lower > LETTER_Z || lower === LETTER_E) continue;
      this.#at = at + 1;
      return code;
    }
    this.#at = text.length;
    return END;
  }

  /** Reads a flag of an arc, which needs no space after it: "a1 1 0 012 2". */
  readFlag(): boolean {
    const text = this.#text;
    let at = this.#at;
    while (at < text.length && isSeparator(text.charCodeAt(at))) at += 1;
    const digit = text.charCodeAt(at) - ZERO;
    if (digit !== 0 && digit !== 1) return false;
    this.#at = at + 1;
    this.value = digit;
    return true;
  }

  /** Reads a number. Returns whether there is one, because a sign or point alone is not a number. */
  #readNumber(start: number): boolean {
    const text = this.#text;
    let at = start;
    let mantissa = 0;
    let digits = 0;
    let decimals = 0;
    const first = text.charCodeAt(at);
    if (first === MINUS || first === PLUS) at += 1;
    for (let hasPoint = false; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (isDigit(code)) {
        mantissa = mantissa * 10 + (code - ZERO);
        digits += 1;
        if (hasPoint) decimals += 1;
      } else if (code === DOT && !hasPoint) hasPoint = true;
      else break;
    }
    if (digits === 0) return false;
    const end = this.#exponentEnd(at);
    const isPlain = end === at && digits <= EXACT_DIGITS;
    const size = !isPlain
      ? Number(text.slice(start, end))
      : decimals === 0
        ? mantissa
        : mantissa / (POWERS[decimals] ?? 1);
    this.value = isPlain && first === MINUS ? -size : size;
    this.#at = end;
    return true;
  }

  #exponentEnd(start: number): number {
    const text = this.#text;
    if ((text.charCodeAt(start) | LOWER) !== LETTER_E) return start;
    const sign = text.charCodeAt(start + 1);
    const from = sign === MINUS || sign === PLUS ? start + 2 : start + 1;
    let at = from;
    while (at < text.length && isDigit(text.charCodeAt(at))) at += 1;
    return at === from ? start : at;
  }
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Returns whether a character is a comma or white space. */
function isSeparator(code: number): boolean {
  return code === 44 || code === 32 || (code >= 9 && code <= 13);
}

/** Returns the count of numbers in a value, and the largest of their absolute values. */
export function measureNumbers(value: string): { readonly count: number; readonly largest: number } {
  const scanner = new NumberScanner(value);
  let [count, largest] = [0, 0];
  for (let found = scanner.next(); found !== END; found = scanner.next()) {
    if (found !== NUMBER) continue;
    count += 1;
    largest = Math.max(largest, Math.abs(scanner.value));
  }
  return { count, largest };
}

/** Returns the first number of a value. */
export function firstNumber(value = ""): number | undefined {
  const scanner = new NumberScanner(value);
  for (let found = scanner.next(); found !== END; found = scanner.next()) if (found === NUMBER) return scanner.value;
  return undefined;
}
