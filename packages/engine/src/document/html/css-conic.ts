/** Bounds the work of conic gradients: the layout engine draws one as hundreds of wedges between its stops. */
import { type CSSToken, TokenType } from "@csstools/css-tokenizer";
import { outsideOfFunctions } from "./css-tokens.js";

/** The largest number of places of stops in a conic gradient, counted as often as they are repeated. */
const MAX_PLACES = 400;
/** The number of units in a turn. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ["deg", 360],
  ["grad", 400],
  ["rad", 2 * Math.PI],
  ["turn", 1],
]);

/** Returns a sentence about a conic gradient with too many stops, or undefined. */
export function conicIssue(inside: readonly CSSToken[], name: string): string | undefined {
  const [first = [], ...others] = partsOf(inside);
  const hasStart = first.some((token) => token[0] === TokenType.Ident && /^(from|at|in)$/i.test(token[1]));
  const stops = (hasStart ? others : [first, ...others]).map((part) => part.flatMap(placeOf));
  const places = stops.flat();
  const start = stops[0]?.[0] ?? 0;
  const end = Math.max(stops.at(-1)?.length === 0 ? 1 : 0, ...places);
  // Only the last color of a gradient without a length is drawn.
  const times = name.startsWith("repeating") && end > start ? Math.ceil(1 / (end - start)) : 1;
  const count = (places.length + stops.length) * times;
  return count > MAX_PLACES
    ? `A conic gradient has more than ${MAX_PLACES} stops, counted as often as they repeat`
    : undefined;
}

/** Splits the content of a gradient at its own commas. Tokens inside of colors are left out. */
function partsOf(inside: readonly CSSToken[]): CSSToken[][] {
  const parts: CSSToken[][] = [[]];
  for (const token of outsideOfFunctions(inside)) {
    if (token[0] === TokenType.Comma) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** Returns the place of a stop in turns. */
function placeOf(token: CSSToken): number[] {
  if (token[0] === TokenType.Percentage) return [token[4].value / 100];
  if (token[0] === TokenType.Number) return [0];
  return token[0] === TokenType.Dimension
    ? [token[4].value / (UNITS.get(token[4].unit.toLowerCase()) ?? Infinity)]
    : [];
}
