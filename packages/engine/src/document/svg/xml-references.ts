/** The references that XML allows without a document type: five names, and characters by their code. */
import { notWellFormed } from "./svg-error.js";
import { isCharacter, nameEnd, startsName } from "./xml-characters.js";

const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["gt", ">"],
  ["lt", "<"],
  ["quot", '"'],
  ["apos", "'"],
]);

/**
 * Returns the text that a reference stands for. `name` is the text between `&` and `;`. @throws SvgError with the place
 * of the `;`
 */
export function referenceText(name: string, end: number): string {
  const named = NAMED.get(name);
  if (named !== undefined) return named;
  if (name === "") throw notWellFormed("empty entity name.", end);
  if (!name.startsWith("#")) {
    const isName = startsName(name, 0) && nameEnd(name, 0) === name.length;
    throw notWellFormed(isName ? "undefined entity." : "disallowed character in entity name.", end);
  }
  const code = codeOf(name);
  if (!isCharacter(code)) throw notWellFormed("malformed character entity.", end);
  return String.fromCodePoint(code);
}

/** Returns the code of a character reference, or NaN if it is not a number. */
function codeOf(name: string): number {
  if (/^#x[0-9a-f]+$/i.test(name) && name[1] === "x") return Number.parseInt(name.slice(2), 16);
  return /^#\d+$/.test(name) ? Number.parseInt(name.slice(1), 10) : Number.NaN;
}
