/** Checks the values of grid properties. Their work is bounded by the number of tracks and the numbers of lines. */
import { type CSSToken, TokenType } from "@csstools/css-tokenizer";
import { quote } from "../../suggestions/suggest.js";
import { MATH } from "./css-math.js";
import { endOfFunction } from "./css-tokens.js";

/** The largest number of tracks of a list, with repetitions, and the largest number of a line. */
const MAX_TRACKS = 60;
const FUNCTIONS: ReadonlySet<string> = new Set(["repeat", "minmax", "fit-content"]);
const WORDS: ReadonlySet<string> = new Set(["auto", "min-content", "max-content", "auto-fill", "auto-fit"]);

interface OpenFunction {
  readonly name: string;
  /** The number of tracks before it. */
  readonly start: number;
  times: number;
  /** Whether its first argument, which is the count of a repetition, has ended. */
  hasCount: boolean;
}

/**
 * Returns a sentence about a list of tracks, areas, or both, or undefined if it can be used. `lengthIssue` checks a
 * length or a calculation.
 */
export function tracksIssue(
  tokens: readonly CSSToken[],
  lengthIssue: (tokens: readonly CSSToken[]) => string | undefined,
): string | undefined {
  const open: OpenFunction[] = [];
  let [tracks, isName] = [0, false];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    const [type, text] = token;
    const around = open.at(-1);
    if (type === TokenType.Function) {
      const name = token[4].value.toLowerCase();
      if (FUNCTIONS.has(name)) open.push({ name, start: tracks, times: 1, hasCount: false });
      else {
        const last = endOfFunction(tokens, index);
        const problem = MATH.has(name) ? lengthIssue(tokens.slice(index, last + 1)) : unknown(text);
        if (problem !== undefined) return problem;
        tracks += 1;
        index = last;
      }
    } else if (type === TokenType.CloseParen) {
      const { name = "", start = 0, times = 1 } = open.pop() ?? {};
      tracks = name === "repeat" ? start + (tracks - start) * times : start + 1;
    } else if (type === TokenType.OpenSquare || type === TokenType.CloseSquare) isName = type === TokenType.OpenSquare;
    else if (type === TokenType.Number && around?.name === "repeat" && !around.hasCount) {
      if (!(token[4].value >= 1)) return unknown(text);
      around.times = token[4].value;
    } else {
      if (type === TokenType.Comma && around !== undefined) around.hasCount = true;
      const added = isName && type === TokenType.Ident ? 0 : tracksOf(token, lengthIssue);
      if (typeof added === "string") return added === "" ? unknown(text) : added;
      tracks += added;
    }
    // The two sides of a range count as one track as soon as the range ends.
    const isInRange = open.length > 0 && open.at(-1)?.name !== "repeat";
    if (tracks > MAX_TRACKS && !isInRange) return `A grid has at most ${MAX_TRACKS} tracks`;
  }
  return undefined;
}

/** Returns the number of tracks that a token adds, or a sentence. */
function tracksOf(token: CSSToken, lengthIssue: (tokens: readonly CSSToken[]) => string | undefined): number | string {
  const [type, text] = token;
  if (type === TokenType.Ident) {
    if (!WORDS.has(text.toLowerCase())) return "";
    return text.toLowerCase().startsWith("auto-f") ? 0 : 1;
  }
  if (type === TokenType.String) return text.length / 2;
  if (isSeparator(token)) return 0;
  return isFraction(token) ? 1 : (lengthIssue([token]) ?? 1);
}

function isFraction(token: CSSToken): boolean {
  if (token[0] !== TokenType.Dimension || token[4].unit.toLowerCase() !== "fr") return false;
  return token[4].value >= 0 && token[4].value <= 1000;
}

function isSeparator([type, text]: CSSToken): boolean {
  return type === TokenType.Whitespace || type === TokenType.Comma || (type === TokenType.Delim && text === "/");
}

/** Returns a sentence about the lines between which an element is, or undefined if they can be used. */
export function linesIssue(tokens: readonly CSSToken[]): string | undefined {
  for (const token of tokens) {
    const [type, text] = token;
    if (type === TokenType.Number) {
      const line = token[4].value;
      if (!Number.isInteger(line) || line === 0) return unknown(text);
      if (Math.abs(line) > MAX_TRACKS) return `A grid has at most ${MAX_TRACKS} tracks`;
    } else if (type !== TokenType.Ident && (!isSeparator(token) || type === TokenType.Comma)) return unknown(text);
  }
  return undefined;
}

function unknown(text: string): string {
  return `${quote(text)} is not possible here`;
}
