/** The spaces that a font's own metrics can replace. The shaper makes each of them from the font's U+0020. */

/**
 * Spaces of a fixed width that many fonts lack. The shaper uses the glyph of U+0020 with another advance: a share of the
 * em (U+2000 to U+2006, U+2009, U+200A, U+205F, U+3000), the width of a digit (U+2007) or of a period (U+2008), and half
 * of U+0020 for U+202F.
 */
const FIXED_WIDTH_SPACE = /^[\u2000-\u200a\u202f\u205f\u3000]$/;

/** Returns whether a character is a space that a font can make from its own metrics. */
export function isFixedWidthSpace(character: string): boolean {
  return FIXED_WIDTH_SPACE.test(character);
}
