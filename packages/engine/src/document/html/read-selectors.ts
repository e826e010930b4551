/** Reads the selectors of style sheets. */
import { type CSSToken, HashType, TokenType } from "@csstools/css-tokenizer";
import type { Compound, Position, PseudoElement, Selector } from "./selectors.js";

/** A selector that selects nothing in a still picture, by the name of the state that it needs. */
export interface NeverSelecting {
  readonly never: string;
}

const MAX_PARTS = 8;
const UNSUPPORTED =
  "The selector is not supported. Use elements, .classes, #ids, :first-child, :last-child and :nth-child(), as in .card p";
/** States that no element of a still picture has, and parts of elements that it does not show. */
const NEVER: ReadonlySet<string> = new Set(
  (
    "hover focus active visited focus-visible focus-within target disabled checked selection placeholder " +
    "-webkit-scrollbar -webkit-scrollbar-thumb -webkit-scrollbar-track -moz-selection -moz-placeholder backdrop"
  ).split(" "),
);
const FIRST: Position = { step: 0, offset: 1, isFromEnd: false };
const LAST: Position = { step: 0, offset: 1, isFromEnd: true };
const POSITIONS: Readonly<Record<string, readonly Position[]>> = {
  "first-child": [FIRST],
  "last-child": [LAST],
  "only-child": [FIRST, LAST],
};
const NTH = /^([+-]?\d*)n([+-]\d+)?$|^([+-]?\d+)$/;

interface Part extends Compound {
  element?: string;
  readonly classes: string[];
  readonly ids: string[];
  readonly positions: Position[];
}

/** Reads one selector, or returns the sentence that says what is wrong with it. */
export function readSelectors(tokens: readonly CSSToken[]): Selector | NeverSelecting | string {
  const parts: Part[] = [];
  let [isNew, inside]: [boolean, Compound["inside"]] = [true, "anywhere"];
  let pseudo: PseudoElement | undefined;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    const [type, text] = token;
    if (type === TokenType.Whitespace) {
      isNew = true;
      continue;
    }
    // A pseudo-element has nothing inside.
    if (pseudo !== undefined) return UNSUPPORTED;
    if (type === TokenType.Delim && text === ">") {
      [isNew, inside] = [true, "directly"];
      continue;
    }
    if (isNew) parts.push({ classes: [], ids: [], positions: [], inside });
    const part = parts.at(-1);
    const next = tokens[index + 1];
    if (part === undefined || parts.length > MAX_PARTS) return `A selector has at most ${MAX_PARTS} parts`;
    if (type === TokenType.Ident && isNew) part.element = token[4].value.toLowerCase();
    else if (type === TokenType.Hash && token[4].type === HashType.ID) part.ids.push(token[4].value);
    else if (type === TokenType.Delim && text === "." && next?.[0] === TokenType.Ident) {
      part.classes.push(next[4].value);
      index += 1;
    } else if (type === TokenType.Colon) {
      const found = readPseudo(tokens, index);
      if (found === undefined) return UNSUPPORTED;
      if ("never" in found) return found;
      if ("positions" in found) part.positions.push(...found.positions);
      else pseudo = found.pseudo;
      index = found.end;
    } else if (!(type === TokenType.Delim && text === "*" && isNew)) return UNSUPPORTED;
    [isNew, inside] = [false, "anywhere"];
  }
  if (parts.length === 0) return "A rule has a selector before its block";
  if (pseudo === "root" && (parts.length > 1 || !isEmpty(parts[0]))) return UNSUPPORTED;
  const specificity = parts.reduce((sum, part) => sum + specificityOf(part), 0);
  return { parts, specificity, ...(pseudo !== undefined && { pseudo }) };
}

type Pseudo =
  | NeverSelecting
  | ({ readonly end: number } & ({ readonly positions: readonly Position[] } | { readonly pseudo: PseudoElement }));

/** Reads what follows a colon. Returns undefined if it is not supported. */
function readPseudo(tokens: readonly CSSToken[], colon: number): Pseudo | undefined {
  const start = tokens[colon + 1]?.[0] === TokenType.Colon ? colon + 2 : colon + 1;
  const token = tokens[start];
  if (token?.[0] === TokenType.Function && token[4].value.toLowerCase() === "nth-child") {
    const end = tokens.findIndex(([type], index) => index > start && type === TokenType.CloseParen);
    const text = tokens.slice(start + 1, end === -1 ? undefined : end).map(([, part]) => part);
    const position = positionOf(text.join("").replaceAll(/\s/g, "").toLowerCase());
    return position === undefined || end === -1 ? undefined : { positions: [position], end };
  }
  if (token?.[0] !== TokenType.Ident) return undefined;
  const name = token[4].value.toLowerCase();
  if (NEVER.has(name)) return { never: `:${name}` };
  if (name === "before" || name === "after" || name === "root") return { pseudo: name, end: start };
  const positions = start === colon + 1 ? POSITIONS[name] : undefined;
  return positions === undefined ? undefined : { positions, end: start };
}

function positionOf(text: string): Position | undefined {
  const source = text === "odd" ? "2n+1" : text === "even" ? "2n" : text;
  const [, step, offset, only] = NTH.exec(source) ?? [];
  if (only !== undefined) return { step: 0, offset: Number(only), isFromEnd: false };
  if (step === undefined) return undefined;
  const each = /^[+-]?$/.test(step) ? `${step}1` : step;
  return { step: Number(each), offset: Number(offset ?? 0), isFromEnd: false };
}

function isEmpty(part: Part | undefined): boolean {
  return part?.element === undefined && part?.classes.length === 0 && part.ids.length === 0;
}

function specificityOf({ element, classes, ids, positions }: Omit<Compound, "inside">): number {
  return ids.length * 10_000 + (classes.length + positions.length) * 100 + (element === undefined ? 0 : 1);
}
