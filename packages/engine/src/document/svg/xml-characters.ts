/** The characters of XML 1.0, fifth edition. Positions in a source are counts of characters, from 0. */

const ASCII_NAME_START = ":ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
/** The flags of ASCII characters: whether a name can begin with the character, and whether a name can contain it. */
const [NAME_START, NAME] = [1, 2];
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (ASCII_NAME_START.includes(character)) return NAME_START | NAME;
  return "-.0123456789".includes(character) ? NAME : 0;
});

/** Ranges of characters, in an order in which no character combines with the one before it in a regular expression. */
const START_RANGES =
  "\\u200C-\\u200D\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u2070-\\u218F" +
  "\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}";
const REST_RANGES = `\\u0300-\\u036F\\u203F-\\u2040\\u00B7${START_RANGES}`;
const START_BEYOND_ASCII = new RegExp(`[${START_RANGES}]`, "uy");
const REST_BEYOND_ASCII = new RegExp(`[${REST_RANGES}:A-Z_a-z.0-9-]*`, "uy");

/** Returns whether a name can begin at a place. */
export function startsName(source: string, at: number): boolean {
  const code = source.charCodeAt(at);
  if (code < 128) return ((KINDS[code] ?? 0) & NAME_START) !== 0;
  START_BEYOND_ASCII.lastIndex = at;
  return START_BEYOND_ASCII.test(source);
}

/** Returns the place after the name characters at a place. There can be none. */
export function nameEnd(source: string, start: number): number {
  let at = start;
  let code = source.charCodeAt(at);
  while (code < 128 && KINDS[code] !== 0) code = source.charCodeAt(++at);
  if (!(code >= 128)) return at;
  REST_BEYOND_ASCII.lastIndex = at;
  REST_BEYOND_ASCII.test(source);
  return REST_BEYOND_ASCII.lastIndex;
}

/** Returns whether a code is a space, tab, line feed or carriage return. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

/** Returns the place after the white space at a place. There can be none. */
export function spaceEnd(source: string, start: number): number {
  let at = start;
  while (isSpace(source.charCodeAt(at))) at += 1;
  return at;
}

/** Control characters, and the two codes that are not characters. */
const NO_CHARACTER = /[^\t\n\r\u0020-\uFFFD]/;

/** Returns the place of the first character that is not allowed anywhere, or -1. */
export function forbiddenCharacter(source: string): number {
  const at = source.search(NO_CHARACTER);
  // A lone surrogate is half of a pair that makes one character.
  return at === -1 && !source.isWellFormed() ? source.search(/\p{Surrogate}/u) : at;
}

/** Returns whether XML allows the character with a code. */
export function isCharacter(code: number): boolean {
  if (code < 0xd800) return code >= 0x20 || code === 0x9 || code === 0xa || code === 0xd;
  return (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}
