/** The script of a character (UAX #24), as its ISO 15924 tag, for the scripts that the built-in families have. */

/** Characters of no script of their own take that of their neighbours: spaces, digits, punctuation, marks. */
export const COMMON = "Zyyy";
/** A script that no rule here knows: the shaper finds out by itself. */
export const UNKNOWN = "Zzzz";

const SCRIPTS: readonly (readonly [tag: string, pattern: RegExp])[] = [
  ["Latn", /\p{Script=Latin}/u],
  [COMMON, /\p{Script=Common}|\p{Script=Inherited}/u],
  ["Cyrl", /\p{Script=Cyrillic}/u],
  ["Grek", /\p{Script=Greek}/u],
  ["Arab", /\p{Script=Arabic}/u],
  ["Hebr", /\p{Script=Hebrew}/u],
  ["Deva", /\p{Script=Devanagari}/u],
  ["Thai", /\p{Script=Thai}/u],
  ["Hani", /\p{Script=Han}/u],
  ["Hira", /\p{Script=Hiragana}/u],
  ["Kana", /\p{Script=Katakana}/u],
  ["Hang", /\p{Script=Hangul}/u],
];

/** The script tag of a code point, `COMMON` for characters of none, `UNKNOWN` for those of another. */
export function scriptOf(codePoint: number): string {
  if (codePoint < 0x80) return isAsciiLetter(codePoint) ? "Latn" : COMMON;
  const character = String.fromCodePoint(codePoint);
  return SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? UNKNOWN;
}

function isAsciiLetter(codePoint: number): boolean {
  return (codePoint >= 0x41 && codePoint <= 0x5a) || (codePoint >= 0x61 && codePoint <= 0x7a);
}

/** Scripts with cursive joins, between whose letters no space may be put. */
export function isCursive(script: string): boolean {
  return script === "Arab";
}

/** Scripts whose letters may be slanted where a family has no italic. */
export function hasItalics(script: string): boolean {
  return script === "Latn" || script === "Cyrl" || script === "Grek" || script === COMMON;
}
