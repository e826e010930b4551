/** Reads the conditions of a selector on one element: names, classes, attributes, places and alternatives. */
import { type CSSToken, HashType, TokenType } from "@csstools/css-tokenizer";
import { endOfFunction } from "./css-tokens.js";
import type { AttributeCondition, Choice, Compound, Position, PseudoElement } from "./selectors.js";

/** A selector that selects nothing in a still picture, by the name of the state that it needs. */
export interface NeverSelecting {
  readonly never: string;
}

/** A compound that is being read. */
export interface Part extends Compound {
  element?: string;
  readonly classes: string[];
  readonly ids: string[];
  readonly positions: Position[];
  readonly attributes: AttributeCondition[];
  readonly choices: Choice[];
}

/** A condition that was read, with its last token. */
interface ReadCondition {
  readonly end: number;
  readonly pseudo?: PseudoElement;
}

/** The largest number of alternatives in one pair of parentheses, and how deep they can be nested. */
const MAX_ALTERNATIVES = 8;
const MAX_NESTED = 2;
/** States that no element of a still picture has, and parts of elements that it does not show. */
const NEVER: ReadonlySet<string> = new Set(
  (
    "hover focus active visited focus-visible focus-within target disabled enabled checked selection placeholder " +
    "backdrop marker file-selector-button required invalid valid read-only"
  ).split(" "),
);
/** Parts and states that only one browser knows. */
const OF_A_BROWSER = /^-(webkit|moz|ms)-/;
const FIRST: Position = { step: 0, offset: 1, isFromEnd: false };
const LAST: Position = { step: 0, offset: 1, isFromEnd: true };
const POSITIONS: ReadonlyMap<string, readonly Position[]> = new Map<string, readonly Position[]>([
  ["first-child", [FIRST]],
  ["last-child", [LAST]],
  ["only-child", [FIRST, LAST]],
]);
const PSEUDO_ELEMENTS: ReadonlyMap<string, PseudoElement> = new Map<string, PseudoElement>([
  ["before", "before"],
  ["after", "after"],
  ["root", "root"],
  // The layer is the host of its style sheet.
  ["host", "root"],
]);
const NTH = /^([+-]?\d*)n([+-]\d+)?$|^([+-]?\d+)$/;

/** Returns a part without conditions. */
export function newPart(inside: Compound["inside"]): Part {
  return { classes: [], ids: [], positions: [], attributes: [], choices: [], inside };
}

/** Returns whether a part has no conditions. */
export function isEmpty(part: Part | undefined): boolean {
  return part?.element === undefined && part !== undefined && specificityOf(part) === 0 && part.choices.length === 0;
}

/** Returns the specificity of a part. */
export function specificityOf({ element, classes, ids, positions, attributes, choices }: Compound): number {
  const conditions = classes.length + positions.length + attributes.length;
  const inside = choices.reduce((sum, { specificity }) => sum + specificity, 0);
  return ids.length * 10_000 + conditions * 100 + (element === undefined ? 0 : 1) + inside;
}

/** Adds the condition at a token to a part. Returns undefined if it is not supported. */
export function readCondition(
  tokens: readonly CSSToken[],
  index: number,
  part: Part,
  isFirst: boolean,
  depth = 0,
): ReadCondition | NeverSelecting | undefined {
  const [token, next] = [tokens[index], tokens[index + 1]];
  if (token === undefined) return undefined;
  const [type, text] = token;
  if (type === TokenType.Colon) return readPseudo(tokens, index, part, depth);
  if (type === TokenType.OpenSquare) return readAttribute(tokens, index, part);
  if (type === TokenType.Ident && isFirst) part.element = token[4].value.toLowerCase();
  else if (type === TokenType.Hash && token[4].type === HashType.ID) part.ids.push(token[4].value);
  else if (type === TokenType.Delim && text === "." && next?.[0] === TokenType.Ident) {
    part.classes.push(next[4].value);
    return { end: index + 1 };
  } else if (!(type === TokenType.Delim && text === "*" && isFirst)) return undefined;
  return { end: index };
}

/** Reads `[name]` or `[name=value]`. */
function readAttribute(tokens: readonly CSSToken[], open: number, part: Part): ReadCondition | undefined {
  const end = tokens.findIndex(([type], index) => index > open && type === TokenType.CloseSquare);
  const [name, equals, value, ...rest] = tokens
    .slice(open + 1, Math.max(open + 1, end))
    .filter(([type]) => type !== TokenType.Whitespace);
  if (name?.[0] !== TokenType.Ident || rest.length > 0) return undefined;
  const condition = { name: name[4].value.toLowerCase() };
  if (equals === undefined) part.attributes.push(condition);
  else if (equals[0] === TokenType.Delim && equals[1] === "=" && isText(value)) {
    part.attributes.push({ ...condition, value: value[4].value });
  } else return undefined;
  return { end };
}

function isText(
  token: CSSToken | undefined,
): token is CSSToken & readonly [TokenType.Ident | TokenType.String, ...unknown[]] {
  return token?.[0] === TokenType.Ident || token?.[0] === TokenType.String;
}

/** Reads what follows a colon. */
function readPseudo(
  tokens: readonly CSSToken[],
  colon: number,
  part: Part,
  depth: number,
): ReadCondition | NeverSelecting | undefined {
  const start = tokens[colon + 1]?.[0] === TokenType.Colon ? colon + 2 : colon + 1;
  const token = tokens[start];
  if (token?.[0] === TokenType.Function) return readFunction(tokens, start, part, depth);
  if (token?.[0] !== TokenType.Ident) return undefined;
  const name = token[4].value.toLowerCase();
  if (NEVER.has(name) || OF_A_BROWSER.test(name)) return { never: `:${name}` };
  const pseudo = PSEUDO_ELEMENTS.get(name);
  if (pseudo !== undefined) return depth === 0 ? { pseudo, end: start } : undefined;
  const positions = start === colon + 1 ? POSITIONS.get(name) : undefined;
  if (positions === undefined) return undefined;
  part.positions.push(...positions);
  return { end: start };
}

function readFunction(
  tokens: readonly CSSToken[],
  start: number,
  part: Part,
  depth: number,
): ReadCondition | NeverSelecting | undefined {
  const token = tokens[start];
  const end = endOfFunction(tokens, start);
  if (token?.[0] !== TokenType.Function || tokens[end]?.[0] !== TokenType.CloseParen) return undefined;
  const inside = tokens.slice(start + 1, end);
  const name = token[4].value.toLowerCase();
  if (name === "nth-child") {
    const position = positionOf(inside.map(([, text]) => text).join(""));
    if (position !== undefined) part.positions.push(position);
    return position === undefined ? undefined : { end };
  }
  if ((name !== "is" && name !== "where" && name !== "not") || depth >= MAX_NESTED) return undefined;
  const choice = readChoice(inside, name, depth + 1);
  if (choice === undefined || "never" in choice) return choice;
  part.choices.push(choice);
  return { end };
}

/** Reads the alternatives in the parentheses of `:is()`, `:where()` and `:not()`. Each is about one element. */
function readChoice(
  tokens: readonly CSSToken[],
  name: "is" | "where" | "not",
  depth: number,
): Choice | NeverSelecting | undefined {
  const alternatives: Part[] = [];
  let never: NeverSelecting | undefined;
  for (const list of splitAtCommas(tokens)) {
    const part = newPart("anywhere");
    let isFirst = true;
    let isNever = false;
    for (let index = 0; index < list.length; index++) {
      const read = readCondition(list, index, part, isFirst, depth);
      if (read === undefined) return undefined;
      isFirst = false;
      if ("never" in read) {
        [never, isNever] = [read, true];
        break;
      }
      index = read.end;
    }
    if (isFirst) return undefined;
    if (!isNever) alternatives.push(part);
  }
  const isNot = name === "not";
  if (alternatives.length > MAX_ALTERNATIVES) return undefined;
  // No element has a state that a still picture does not know, so `:not()` with it selects all.
  if (alternatives.length === 0 && !isNot) return never;
  const specificity = name === "where" ? 0 : Math.max(0, ...alternatives.map(specificityOf));
  return { alternatives, isNot, specificity };
}

function splitAtCommas(tokens: readonly CSSToken[]): CSSToken[][] {
  const lists: CSSToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token[0] === TokenType.Function) depth += 1;
    if (token[0] === TokenType.CloseParen) depth -= 1;
    if (token[0] === TokenType.Comma && depth === 0) lists.push([]);
    else lists.at(-1)?.push(token);
  }
  return lists.map((list) => {
    const isSpace = (token: CSSToken | undefined) => token?.[0] === TokenType.Whitespace;
    const from = isSpace(list[0]) ? 1 : 0;
    return list.slice(from, isSpace(list.at(-1)) ? -1 : undefined);
  });
}

function positionOf(text: string): Position | undefined {
  const plain = text.replaceAll(/\s/g, "").toLowerCase();
  const source = plain === "odd" ? "2n+1" : plain === "even" ? "2n" : plain;
  const [, step, offset, only] = NTH.exec(source) ?? [];
  if (only !== undefined) return { step: 0, offset: Number(only), isFromEnd: false };
  if (step === undefined) return undefined;
  const each = /^[+-]?$/.test(step) ? `${step}1` : step;
  return { step: Number(each), offset: Number(offset ?? 0), isFromEnd: false };
}
