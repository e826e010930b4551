/** The cost of fonts that a workspace has uploaded. The estimate does not know them, so they count with their limits. */
import type { DocumentFont } from "../document/attributes/document-fonts.js";
import { type Cost, costOf } from "./cost.js";

/**
 * Characters of path data that the letters of one text can have: on average, and additionally for the whole text. The
 * renderer refuses more. Letters of readable fonts have 300 to 3,000, those with rough edges up to 20,000.
 */
export const UPLOADED_LETTERS = { perText: 500_000, perLetter: 20_000 } as const;

/** Writing, reading and filling a character of path data. */
const PATH_CHARACTER_NS = 30;
/** Reading the outline of a different letter, for each character of its path data. */
const OUTLINE_CHARACTER_NS = 35;
/** A letter rarely comes near its limit, and what is measured can be three times the estimate. */
const EXPECTED_SHARE = 0.45;
/** Characters of path data that count for a letter. */
export const UPLOADED_LETTER_LENGTH = EXPECTED_SHARE * UPLOADED_LETTERS.perLetter;
/** Unpacking and checking one font file of the largest size. */
const FONT_FILE_NS = 250_000_000;
/** No more files count, because all fonts of a picture have a limit together. */
const MAX_FILES = 2;
const FONT_FILE_BYTES = 90_000_000;

interface WithFonts {
  readonly fonts: readonly Pick<DocumentFont, "family" | "src">[];
}

/** The families of a document whose files are uploads. */
export function uploadedFamilies({ fonts }: WithFonts): ReadonlySet<string> {
  return new Set(fonts.map(({ family }) => family));
}

/** Loading the uploaded fonts of a document. */
export function fontFilesCost({ fonts }: WithFonts): Cost {
  const files = new Set(fonts.map(({ src }) => src)).size;
  return costOf("its uploaded fonts", Math.min(MAX_FILES, files), FONT_FILE_NS, FONT_FILE_BYTES);
}

/** The outlines of letters of an uploaded font: those that are drawn, and the different ones among them. */
export function uploadedLettersCost(drawn: number, different: number): Cost {
  const perText = EXPECTED_SHARE * UPLOADED_LETTERS.perText;
  const length = perText + drawn * UPLOADED_LETTER_LENGTH;
  const read = perText + Math.min(drawn, different) * UPLOADED_LETTER_LENGTH;
  // The characters are in the SVG, and as points in the rasterizer.
  const bytes = EXPECTED_SHARE * 20;
  const outlines = costOf("letters of an uploaded font", length, PATH_CHARACTER_NS, bytes);
  return { ...outlines, cpuMs: outlines.cpuMs + (read * OUTLINE_CHARACTER_NS) / 1e6 };
}
