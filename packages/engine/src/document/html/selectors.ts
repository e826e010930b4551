/** Selectors of style sheets: elements, classes and ids, alone, together (`p.big`), or inside of others (`.card p`, `ul > li`). */
import { type CSSToken, HashType, TokenType } from "@csstools/css-tokenizer";

/** The conditions that one element must meet. */
interface Compound {
  readonly element?: string;
  readonly classes: readonly string[];
  readonly ids: readonly string[];
  /** How the element is nested in the element of the previous part. */
  readonly inside: "anywhere" | "directly";
}

export interface Selector {
  /** From the outermost element to the one that is styled. */
  readonly parts: readonly Compound[];
  readonly specificity: number;
}

/** The properties of an element that selectors compare. */
export interface SelectedElement {
  readonly name: string;
  readonly classes: ReadonlySet<string>;
  readonly id: string;
}

const MAX_PARTS = 8;

/** Reads one selector, or returns the sentence that says what is wrong with it. */
export function readSelectors(tokens: readonly CSSToken[]): Selector | string {
  const parts: { element?: string; classes: string[]; ids: string[]; inside: Compound["inside"] }[] = [];
  let isNew = true;
  let inside: Compound["inside"] = "anywhere";
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    const [type, text] = token;
    if (type === TokenType.Whitespace) {
      isNew = true;
      continue;
    }
    if (type === TokenType.Delim && text === ">") {
      [isNew, inside] = [true, "directly"];
      continue;
    }
    if (isNew) parts.push({ classes: [], ids: [], inside });
    const part = parts.at(-1);
    const next = tokens[index + 1];
    if (part === undefined || parts.length > MAX_PARTS) return `A selector has at most ${MAX_PARTS} parts`;
    if (type === TokenType.Ident && isNew) part.element = token[4].value.toLowerCase();
    else if (type === TokenType.Hash && token[4].type === HashType.ID) part.ids.push(token[4].value);
    else if (type === TokenType.Delim && text === "." && next?.[0] === TokenType.Ident) {
      part.classes.push(next[4].value);
      index += 1;
    } else if (!(type === TokenType.Delim && text === "*" && isNew)) {
      return "The selector is not supported. Use elements, .classes and #ids, as in .card p";
    }
    [isNew, inside] = [false, "anywhere"];
  }
  if (parts.length === 0) return "A rule has a selector before its block";
  return { parts, specificity: parts.reduce((sum, part) => sum + specificityOf(part), 0) };
}

function specificityOf({ element, classes, ids }: Omit<Compound, "inside">): number {
  return ids.length * 10_000 + classes.length * 100 + (element === undefined ? 0 : 1);
}

/** Counts steps of finding styles. Returns false when there have been too many. */
export type SpendSteps = (count: number) => boolean;

/**
 * Returns whether a selector selects an element. `around` has the elements around it, from the outermost: at most 30.
 * The work is at most one comparison for each part with each surrounding element. Trying all combinations would let a
 * hostile selector take very long.
 */
export function selects(
  { parts }: Selector,
  element: SelectedElement,
  around: readonly SelectedElement[],
  spend: SpendSteps,
): boolean {
  const own = parts.at(-1);
  if (own === undefined || !matches(own, element)) return false;
  if (parts.length === 1) return true;
  if (!spend((parts.length - 1) * around.length)) return false;
  let { inside } = own;
  // One bit for each place where the last matched part can be, given all parts after it.
  let places = 1 << around.length;
  for (let index = parts.length - 2; index >= 0; index--) {
    const part = parts[index];
    if (part === undefined) return false;
    places = placesOf(part, around, inside === "directly" ? places >> 1 : bitsBelow(places));
    if (places === 0) return false;
    inside = part.inside;
  }
  return true;
}

/** Returns all bits below the highest set bit. */
function bitsBelow(bits: number): number {
  return (1 << (31 - Math.clz32(bits))) - 1;
}

/** Returns the possible places whose elements match a part. */
function placesOf(part: Compound, around: readonly SelectedElement[], possible: number): number {
  let places = 0;
  for (let index = 0; index < around.length; index++) {
    const candidate = around[index];
    const bit = 1 << index;
    if ((possible & bit) !== 0 && candidate !== undefined && matches(part, candidate)) places |= bit;
  }
  return places;
}

function matches({ element, classes, ids }: Compound, candidate: SelectedElement): boolean {
  if (element !== undefined && element !== candidate.name) return false;
  for (const name of classes) if (!candidate.classes.has(name)) return false;
  for (const id of ids) if (id !== candidate.id) return false;
  return true;
}
