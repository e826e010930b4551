/** Lengths in the attributes of texts. */

/** The lengths that relative units refer to, in user units. */
export interface LengthContext {
  readonly fontSize: number;
  /** The length that is 100%. */
  readonly whole: number;
}

const LENGTH = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?:[a-z]+|%)?/gi;
const PARTS = /^([-+]?[\d.]+(?:e[-+]?\d+)?)([a-z%]*)$/i;
const ABSOLUTE: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["px", 1],
  ["pt", 4 / 3],
  ["pc", 16],
  ["mm", 96 / 25.4],
  ["cm", 96 / 2.54],
  ["in", 96],
  ["rem", 16],
]);

/** Returns all lengths of a list in user units. A part that is not a length is left out. */
export function lengthsIn(text: string | undefined, context: LengthContext): number[] {
  return (text?.match(LENGTH) ?? []).flatMap((each) => lengthOf(each, context) ?? []);
}

/** Returns a length in user units, or undefined if the text is not a length. */
export function lengthOf(text: string, { fontSize, whole }: LengthContext): number | undefined {
  const [, number = "", unit = ""] = PARTS.exec(text.trim()) ?? [];
  const factor = factorOf(unit.toLowerCase(), fontSize, whole);
  const length = number === "" || factor === undefined ? Number.NaN : Number(number) * factor;
  return Number.isFinite(length) ? length : undefined;
}

function factorOf(unit: string, fontSize: number, whole: number): number | undefined {
  if (unit === "em") return fontSize;
  // Most fonts have letters of about this height.
  if (unit === "ex") return fontSize / 2;
  return unit === "%" ? whole / 100 : ABSOLUTE.get(unit);
}
