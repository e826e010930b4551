/** Reads the selectors of style sheets. */
import { type CSSToken, TokenType } from "@csstools/css-tokenizer";
import { isEmpty, type NeverSelecting, newPart, type Part, readCondition, specificityOf } from "./read-conditions.js";
import type { Compound, PseudoElement, Selector } from "./selectors.js";

const MAX_PARTS = 8;
const UNSUPPORTED =
  "The selector is not supported. Use elements, .classes, #ids, [attributes], :first-child, :last-child and :nth-child(), as in .card p";

/** Reads one selector, or returns the sentence that says what is wrong with it. */
export function readSelectors(tokens: readonly CSSToken[]): Selector | NeverSelecting | string {
  const parts: Part[] = [];
  let [isNew, inside]: [boolean, Compound["inside"]] = [true, "anywhere"];
  let pseudo: PseudoElement | undefined;
  for (let index = 0; index < tokens.length; index++) {
    const [type, text] = tokens[index] ?? [];
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
    if (isNew) parts.push(newPart(inside));
    const part = parts.at(-1);
    if (part === undefined || parts.length > MAX_PARTS) return `A selector has at most ${MAX_PARTS} parts`;
    const read = readCondition(tokens, index, part, isNew);
    if (read === undefined) return UNSUPPORTED;
    if ("never" in read) return read;
    [index, pseudo] = [read.end, read.pseudo];
    [isNew, inside] = [false, "anywhere"];
  }
  if (parts.length === 0) return "A rule has a selector before its block";
  if (pseudo === "root" && (parts.length > 1 || !isEmpty(parts[0]))) return UNSUPPORTED;
  const specificity = parts.reduce((sum, part) => sum + specificityOf(part), 0);
  const alternatives = parts.reduce((sum, part) => sum + alternativesOf(part), 0);
  return { parts, specificity, alternatives, ...(pseudo !== undefined && { pseudo }) };
}

function alternativesOf({ choices }: Compound): number {
  return choices
    .flatMap(({ alternatives }) => alternatives)
    .reduce((sum, alternative) => sum + 1 + alternativesOf(alternative), 0);
}
