/** What a font may cost. No font that is made to be read comes near; an uploaded one may be made to do harm. */
import { ServiceError } from "../../contract/errors.js";
import { type FontFile } from "../fonts/font-library.js";

/** Glyphs that a run may become: many fonts make two of a letter and its mark, none makes ten of each. */
export function maxGlyphs(characters: number): number {
  return 200 + characters * 10;
}

/** Steps of the outline of one glyph: ornaments have some thousands. */
export const MAX_OUTLINE_STEPS = 50_000;

/** Characters of the path data of one text: a full page of Chinese has 10 million. */
export const MAX_TEXT_PATH_LENGTH = 40_000_000;

/** How far from its place a glyph may be drawn, and how far it may move the pen, in em. The longest of ligatures have 20. */
export const MAX_REACH_EM = 50;

/** Whether a length lies within the reach; what is no number does not. */
export function isInReach(em: number): boolean {
  return Math.abs(em) <= MAX_REACH_EM;
}

/** The fault of a font that goes beyond one of these. */
export function fontTooCostly({ title }: FontFile, reason: string): ServiceError {
  return new ServiceError("VALIDATION_ERROR", `The picture can't be made: a text in ${title} ${reason}.`);
}
