/** Limits on the cost of a font. An uploaded font can be hostile. No readable font comes near these limits. */
import { UPLOADED_LETTERS } from "../estimate/uploaded-fonts.js";
import { EngineError } from "../issues/engine-error.js";
import type { FontFile } from "../fonts/font-library.js";

/**
 * Returns the maximum number of glyphs for a run. Many fonts make two glyphs from a letter with a mark, but no font
 * makes ten from every letter.
 */
export function maxGlyphs(characters: number): number {
  return 200 + characters * 10;
}

/** The maximum number of path commands in the outline of one glyph. Ornaments have a few thousand. */
export const MAX_OUTLINE_STEPS = 50_000;

/**
 * The maximum number of characters in the path data of one text. A full page of Chinese, with 10,000 characters, has 6
 * million. The rasterizer needs about 20 bytes for each.
 */
export const MAX_TEXT_PATH_LENGTH = 12_000_000;

/** Counts the path data of one text. */
export class TextPathLimit {
  #length = 0;
  #uploadedLength = 0;
  #uploadedLetters = 0;

  /** Counts a letter. @throws EngineError if the text has more points than the estimate of its cost assumes. */
  add(file: FontFile, length: number): void {
    this.#length += length;
    if (this.#length > MAX_TEXT_PATH_LENGTH) throw fontTooCostly(file, "has too many points");
    if (file.isUploaded !== true) return;
    this.#uploadedLength += length;
    this.#uploadedLetters += 1;
    const most = UPLOADED_LETTERS.perText + this.#uploadedLetters * UPLOADED_LETTERS.perLetter;
    if (this.#uploadedLength > most) throw fontTooCostly(file, "has letters with too many points");
  }
}

/**
 * The largest distance of a glyph's points from its origin, and the largest advance of the pen, in em. The longest
 * ligatures have 20.
 */
export const MAX_REACH_EM = 50;

/** Returns whether a length is within this distance. NaN is not. */
export function isInReach(em: number): boolean {
  return Math.abs(em) <= MAX_REACH_EM;
}

/** Returns the error for a font that exceeds one of these limits. */
export function fontTooCostly({ title }: FontFile, reason: string): EngineError {
  return new EngineError("VALIDATION_ERROR", `The picture can't be made: a text in ${title} ${reason}.`);
}
