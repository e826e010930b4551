/** What a reader sees as one character (UAX #29), and what it is. */

let segmenter: Intl.Segmenter | undefined;

/** Up to here every character stands alone: Latin letters with their accents composed, no marks, no joiners. */
const SIMPLE = /^[\u0020-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;

/** The ends of the characters of a text, which holds no line break. */
export function graphemeEnds(text: string): number[] {
  // The segmenter costs 10 ms at its first use, which most texts need not pay.
  if (SIMPLE.test(text)) return Array.from({ length: text.length }, (_, index) => index + 1);
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length);
}

const EMOJI_SELECTOR = /\ufe0f/;
const TEXT_SELECTOR = /\ufe0e/;
const EMOJI = /^\p{Emoji_Presentation}|^\p{Regional_Indicator}{2}|\u20e3|\p{Emoji_Modifier}/u;
const JOINED = /^\p{Extended_Pictographic}.*\u200d/u;
const MAY_BE_EMOJI = /^[\p{Emoji}--[0-9#*]]/v;

/** Whether a character is drawn as a picture: by its nature or by a selector. */
export function isEmoji(grapheme: string): boolean {
  const code = grapheme.charCodeAt(0);
  if (code < 0x80 && grapheme.length === 1) return false;
  if (TEXT_SELECTOR.test(grapheme)) return false;
  return EMOJI_SELECTOR.test(grapheme) ? true : EMOJI.test(grapheme) || JOINED.test(grapheme);
}

/** Whether a character may be drawn as a picture for want of a glyph, such as U+2764 without a selector. */
export function mayBeEmoji(grapheme: string): boolean {
  return MAY_BE_EMOJI.test(grapheme);
}

const INVISIBLE = /^(?:\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point})$/u;
/** Spaces that may hang over a line's end; no-break spaces do not, and are as wide as they are. */
const SPACE = /^[\t \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]$/;
const ANY_SPACE = /^\p{Zs}$/u;

/** Controls, formatting characters and variation selectors: nothing is drawn for them, and they have no width. */
export function isInvisible(character: string): boolean {
  return INVISIBLE.test(character);
}

/** A space at which lines break. */
export function isBreakingSpace(grapheme: string): boolean {
  return SPACE.test(grapheme);
}

/** A space of any kind, for which nothing is drawn. */
export function isSpaceCharacter(character: string): boolean {
  return ANY_SPACE.test(character);
}
