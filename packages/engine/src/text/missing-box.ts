/** Creates the box for a character that no font has. All lengths are in em, unless they are called pixels. */
import { type Box, inflate } from "../paint/fragment.js";
import { num } from "../paint/svg.js";
import type { ShapedGlyphs, Unit } from "./prepared-text.js";
import type { PlacedBox } from "./text-layout.js";

/** The advance of most letters, and that of square characters. */
const ADVANCE = 0.6;
const WIDE_ADVANCE = 1;
const SIDE_BEARING = 0.06;
/** The height of capital letters in most fonts. */
const HEIGHT = 0.7;
const THICKNESS = 0.05;

const WIDE =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Tangut}\p{Extended_Pictographic}]/u;

/**
 * Returns a box for each unit of a run that no font has. Glyphs are in visual order, so the boxes of right-to-left text
 * are reversed.
 */
export function boxGlyphs(text: string, units: readonly Unit[], level: number): ShapedGlyphs {
  const ordered = level % 2 === 1 ? units.toReversed() : units;
  const none = ordered.map(() => 0);
  return {
    ids: none,
    clusters: ordered.map(({ start }) => start),
    advances: ordered.map(({ start, end }) => (WIDE.test(text.slice(start, end)) ? WIDE_ADVANCE : ADVANCE)),
    shiftsX: none,
    shiftsY: none,
    unsafe: new Set(),
  };
}

/**
 * Returns shaped glyphs with room for our own box if the font lacks a character. Not every font draws a glyph for it.
 */
export function withBoxAdvances(glyphs: ShapedGlyphs): ShapedGlyphs {
  if (!glyphs.ids.includes(0)) return glyphs;
  return {
    ...glyphs,
    advances: glyphs.advances.map((advance, index) => (glyphs.ids[index] === 0 ? ADVANCE : advance)),
  };
}

/** Returns a box as path data in pixels: an empty rectangle, and the rectangle around its outline. */
export function boxOutline(
  { x, y, advance }: PlacedBox,
  fontSize: number,
): { readonly path: string; readonly box: Box } {
  const bearing = SIDE_BEARING * fontSize;
  const height = HEIGHT * fontSize;
  const box = { x: x + bearing, y: y - height, width: Math.max(0.01, advance - 2 * bearing), height };
  const inner = inflate(box, -Math.min(Math.max(1, THICKNESS * fontSize), box.width / 3));
  const outside = `M${num(box.x)} ${num(box.y)}h${num(box.width)}v${num(box.height)}h${num(-box.width)}z`;
  // The inner rectangle runs in the other direction, so that the fill rule leaves the inside empty.
  const inside = `M${num(inner.x)} ${num(inner.y)}v${num(inner.height)}h${num(inner.width)}v${num(-inner.height)}z`;
  return { path: outside + inside, box };
}
