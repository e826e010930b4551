/** Numbers as people type them: `12`, `12 px`, `50% + 10`, `(1200 - 2 * 72) / 3`. */

/** The values that a number can refer to. */
export interface CalculationContext {
  /** The value of 100 %. Without it, a percentage is not valid. */
  readonly whole?: number | undefined;
  /** The current value, which an operator at the beginning applies to: `+10`, `*2`. */
  readonly present?: number | undefined;
  /** Pixels per inch, for `mm`, `cm`, `in` and `pt`. */
  readonly dpi?: number;
}

const MM_PER_INCH = 25.4;
const POINTS_PER_INCH = 72;
const TOKEN = /\s*(?:(\d+(?:[.,]\d+)?|[.,]\d+)\s*(px|mm|cm|in|pt|%)?|([-+*/()]))/y;

type Token = { readonly number: number } | { readonly sign: string };

/** Calculates what somebody has typed. Returns undefined if it is not a number. */
export function calculate(text: string, context: CalculationContext = {}): number | undefined {
  const tokens = tokensOf(text, context);
  if (tokens === undefined || tokens.length === 0) return undefined;
  const first = tokens[0];
  // A minus at the beginning is a negative number, as everybody expects.
  const continues = first !== undefined && "sign" in first && ["+", "*", "/"].includes(first.sign);
  if (continues && context.present === undefined) return undefined;
  const all = continues ? [{ number: context.present ?? 0 }, ...tokens] : tokens;
  const reader = { tokens: all, at: 0 };
  const value = readSum(reader);
  return reader.at === all.length && value !== undefined && Number.isFinite(value) ? value : undefined;
}

function tokensOf(text: string, context: CalculationContext): readonly Token[] | undefined {
  const trimmed = text.trim();
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const match = TOKEN.exec(trimmed);
    if (match === null) return undefined;
    const [, digits, unit, sign] = match;
    if (sign !== undefined) tokens.push({ sign });
    else {
      const factor = factorOf(unit, context);
      if (factor === undefined) return undefined;
      tokens.push({ number: Number((digits ?? "").replace(",", ".")) * factor });
    }
  }
  return tokens;
}

function factorOf(unit: string | undefined, { whole, dpi = 96 }: CalculationContext): number | undefined {
  if (unit === "%") return whole === undefined ? undefined : whole / 100;
  return { px: 1, in: dpi, mm: dpi / MM_PER_INCH, cm: (dpi / MM_PER_INCH) * 10, pt: dpi / POINTS_PER_INCH }[
    unit ?? "px"
  ];
}

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
}

function signAt({ tokens, at }: Reader): string | undefined {
  const token = tokens[at];
  return token !== undefined && "sign" in token ? token.sign : undefined;
}

function readSum(reader: Reader): number | undefined {
  let sum = readProduct(reader);
  for (let sign = signAt(reader); sign === "+" || sign === "-"; sign = signAt(reader)) {
    reader.at++;
    const next = readProduct(reader);
    if (sum === undefined || next === undefined) return undefined;
    sum = sign === "+" ? sum + next : sum - next;
  }
  return sum;
}

function readProduct(reader: Reader): number | undefined {
  let product = readValue(reader);
  for (let sign = signAt(reader); sign === "*" || sign === "/"; sign = signAt(reader)) {
    reader.at++;
    const next = readValue(reader);
    if (product === undefined || next === undefined) return undefined;
    product = sign === "*" ? product * next : product / next;
  }
  return product;
}

function readValue(reader: Reader): number | undefined {
  const token = reader.tokens[reader.at++];
  if (token === undefined) return undefined;
  if ("number" in token) return token.number;
  if (token.sign === "-") {
    const value = readValue(reader);
    return value === undefined ? undefined : -value;
  }
  if (token.sign !== "(") return undefined;
  const inside = readSum(reader);
  if (signAt(reader) !== ")") return undefined;
  reader.at++;
  return inside;
}
