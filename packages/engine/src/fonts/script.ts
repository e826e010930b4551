/** Finds the script of a character (UAX #24) as its ISO 15924 tag, for the scripts that the built-in families have. */

/** Spaces, digits, punctuation and marks. They take the script of the characters around them. */
export const COMMON = "Zyyy";
/** Any script that is not listed here. The shaper detects it. */
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
  ["Beng", /\p{Script=Bengali}/u],
  ["Taml", /\p{Script=Tamil}/u],
  ["Telu", /\p{Script=Telugu}/u],
  ["Knda", /\p{Script=Kannada}/u],
  ["Mlym", /\p{Script=Malayalam}/u],
  ["Gujr", /\p{Script=Gujarati}/u],
  ["Guru", /\p{Script=Gurmukhi}/u],
  ["Sinh", /\p{Script=Sinhala}/u],
  ["Khmr", /\p{Script=Khmer}/u],
  ["Laoo", /\p{Script=Lao}/u],
  ["Mymr", /\p{Script=Myanmar}/u],
  ["Geor", /\p{Script=Georgian}/u],
  ["Armn", /\p{Script=Armenian}/u],
  ["Ethi", /\p{Script=Ethiopic}/u],
];

/**
 * Returns the script tag of a code point: `COMMON` if it has no script of its own, `UNKNOWN` if its script is not
 * listed.
 */
export function scriptOf(codePoint: number): string {
  if (codePoint < 0x80) return isAsciiLetter(codePoint) ? "Latn" : COMMON;
  const character = String.fromCodePoint(codePoint);
  return SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? UNKNOWN;
}

function isAsciiLetter(codePoint: number): boolean {
  return (codePoint >= 0x41 && codePoint <= 0x5a) || (codePoint >= 0x61 && codePoint <= 0x7a);
}

/** Returns whether the letters of a script are joined, so that letter spacing is not possible. */
export function isCursive(script: string): boolean {
  return script === "Arab";
}

/** Scripts whose letters are stacked or have marks above and below, which can be far from the letter. */
const STACKED: ReadonlySet<string> = new Set([
  ...["Arab", "Hebr", "Deva", "Beng", "Gujr", "Guru", "Taml", "Telu", "Knda", "Mlym", "Sinh"],
  ...["Thai", "Laoo", "Khmr", "Mymr"],
]);

/**
 * Returns whether a script has marks above and below its letters. A line height for Latin letters is too small for
 * them.
 */
export function isStacked(script: string): boolean {
  return STACKED.has(script);
}

/** Returns whether the letters of a script can be slanted if the family has no italic. */
export function hasItalics(script: string): boolean {
  return script === "Latn" || script === "Cyrl" || script === "Grek" || script === COMMON;
}
