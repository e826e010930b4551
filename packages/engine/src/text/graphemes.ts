/** Splits text into graphemes, which readers see as one character (UAX #29), and classifies them. */

let segmenter: Intl.Segmenter | undefined;

/** Text in which every code unit is a grapheme: Latin with composed accents, without marks and joiners. */
const SIMPLE = /^[\u0020-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;

/** Returns the end of each grapheme. The text must not contain line breaks. */
export function graphemeEnds(text: string): number[] {
  // The first use of the segmenter costs 10 ms. Most texts do not need it.
  if (SIMPLE.test(text)) return Array.from({ length: text.length }, (_, index) => index + 1);
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length);
}

const EMOJI_SELECTOR = /\ufe0f/;
const TEXT_SELECTOR = /\ufe0e/;
const EMOJI = /^\p{Emoji_Presentation}|^\p{Regional_Indicator}{2}|\u20e3|\p{Emoji_Modifier}/u;
const JOINED = /^\p{Extended_Pictographic}.*\u200d/u;
const MAY_BE_EMOJI = /^[\p{Emoji}--[0-9#*]]/v;

/** Returns whether a grapheme is drawn as an emoji, because of its default presentation or a variation selector. */
export function isEmoji(grapheme: string): boolean {
  const code = grapheme.charCodeAt(0);
  if (code < 0x80 && grapheme.length === 1) return false;
  if (TEXT_SELECTOR.test(grapheme)) return false;
  return EMOJI_SELECTOR.test(grapheme) ? true : EMOJI.test(grapheme) || JOINED.test(grapheme);
}

/**
 * Returns whether a grapheme can be drawn as an emoji if no font has a glyph for it, for example U+2764 without a
 * selector.
 */
export function mayBeEmoji(grapheme: string): boolean {
  return MAY_BE_EMOJI.test(grapheme);
}

const INVISIBLE = /^(?:\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point})$/u;
/** Spaces that can hang over the end of a line. No-break spaces cannot. */
const SPACE = /^[\t \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]$/;
const ANY_SPACE = /^\p{Zs}$/u;

/** Returns whether a character draws nothing and has no width: controls, formatting characters, variation selectors. */
export function isInvisible(character: string): boolean {
  const code = character.charCodeAt(0);
  // The first use of the pattern costs 2 ms. Most texts do not need it.
  if (code < 0x7f && character.length === 1) return code < 0x20;
  return INVISIBLE.test(character);
}

/** Returns whether lines can be broken at this space. */
export function isBreakingSpace(grapheme: string): boolean {
  return SPACE.test(grapheme);
}

/** Returns whether a character is a space of any kind. */
export function isSpaceCharacter(character: string): boolean {
  return ANY_SPACE.test(character);
}
