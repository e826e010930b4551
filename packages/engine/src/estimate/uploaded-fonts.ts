/** The cost of fonts that a workspace has uploaded. The estimate does not know the fonts, so their limits count. */
import { type DocumentFont, weightsOf } from "../document/attributes/document-fonts.js";
import { type Edition, FIRST_EDITION } from "../document/edition.js";
import { type Cost, costOf } from "./cost.js";

/**
 * The maximum number of characters of path data that the letters of one text can have: an average for each letter, and
 * an additional number for the whole text. The renderer refuses more. Letters of readable fonts have 300 to 3,000
 * characters, and letters with rough edges up to 20,000.
 */
export const UPLOADED_LETTERS = { perText: 500_000, perLetter: 20_000 } as const;

/** The time for writing, reading and filling a character of path data. */
const PATH_CHARACTER_NS = 30;
/** The time for reading the outline of a different letter, for each character of its path data. */
const OUTLINE_CHARACTER_NS = 35;
/**
 * The share of the limit that counts. A letter rarely comes near its limit, and a measured time may be three times the
 * estimate.
 */
const EXPECTED_SHARE = 0.45;
/** The number of characters of path data that count for a letter. */
export const UPLOADED_LETTER_LENGTH = EXPECTED_SHARE * UPLOADED_LETTERS.perLetter;
/** The time for unpacking and checking one font file of the largest size. */
const FONT_FILE_NS = 250_000_000;
/** The maximum number of files that count, because all fonts of a picture share a limit. */
const MAX_FILES = 2;
const FONT_FILE_BYTES = 90_000_000;

/**
 * The time for making a font of one weight from a variable font: 70 ms for a font of 0.8 MB, and 10 times as much for the
 * largest one.
 */
const PINNED_NS = 150_000_000;
const PINNED_BYTES = 10_000_000;

interface WithFonts {
  readonly fonts: readonly Pick<DocumentFont, "family" | "src" | "weight">[];
}

/** Returns the families of a document whose files are uploads. */
export function uploadedFamilies({ fonts }: WithFonts): ReadonlySet<string> {
  return new Set(fonts.map(({ family }) => family));
}

/** Returns the families of a document whose weights HTML layers draw with fonts that the render makes. */
export function pinnedFamilies({ fonts, edition }: WithFonts & { readonly edition: Edition }): ReadonlySet<string> {
  if (edition === FIRST_EDITION) return new Set();
  const isVariable = (font: Pick<DocumentFont, "weight">) => weightsOf(font).min < weightsOf(font).max;
  return new Set(fonts.filter(isVariable).map(({ family }) => family));
}

/** Returns the cost of making a font of one weight. */
export function pinnedFontCost(): Cost {
  return costOf("the weights of a variable font", 1, PINNED_NS, PINNED_BYTES);
}

/** Returns the cost of loading the uploaded fonts of a document. */
export function fontFilesCost({ fonts }: WithFonts): Cost {
  const files = new Set(fonts.map(({ src }) => src)).size;
  return costOf("its uploaded fonts", Math.min(MAX_FILES, files), FONT_FILE_NS, FONT_FILE_BYTES);
}

/**
 * Returns the cost of the outlines of letters of an uploaded font: of all drawn letters, and of the different letters
 * among them.
 */
export function uploadedLettersCost(drawn: number, different: number): Cost {
  const perText = EXPECTED_SHARE * UPLOADED_LETTERS.perText;
  const length = perText + drawn * UPLOADED_LETTER_LENGTH;
  const read = perText + Math.min(drawn, different) * UPLOADED_LETTER_LENGTH;
  // The path data is in the SVG, and also in the rasterizer, as points.
  const bytes = EXPECTED_SHARE * 20;
  const outlines = costOf("letters of an uploaded font", length, PATH_CHARACTER_NS, bytes);
  return { ...outlines, cpuMs: outlines.cpuMs + (read * OUTLINE_CHARACTER_NS) / 1e6 };
}
