/** A text after everything that does not depend on its size or its box: plain data, all lengths in font sizes (em). */
import { type FontFile } from "../fonts/font-library.js";

/** How a stretch of a text differs from the rest. */
export interface RunStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly color: string | undefined;
}

/** Glyphs as the shaper gives them, in the order in which they stand from left to right. */
export interface ShapedGlyphs {
  readonly ids: readonly number[];
  /** The place in the paragraph of the first character that each glyph stands for. */
  readonly clusters: readonly number[];
  readonly advances: readonly number[];
  /** Shifts from the pen's place; y points up. */
  readonly shiftsX: readonly number[];
  readonly shiftsY: readonly number[];
  /** Characters before which a line may not be broken without shaping anew. */
  readonly unsafe: ReadonlySet<number>;
}

/** Characters of one style, font, script and direction. */
export interface TextRun {
  /** The range of units. */
  readonly first: number;
  readonly end: number;
  readonly style: RunStyle;
  /** The bidi level: odd from right to left. */
  readonly level: number;
  readonly script: string;
  /** Undefined for an emoji and for characters that no font has, which are not drawn. */
  readonly font: FontFile | undefined;
  readonly emoji: readonly string[];
  readonly glyphs: ShapedGlyphs | undefined;
}

/** What a reader sees as one character. */
export interface Unit {
  /** The range in the paragraph's text. */
  readonly start: number;
  readonly end: number;
  readonly isSpace: boolean;
  /** What the pen moves by, letter spacing included. */
  advance: number;
  /** The letter spacing in it. */
  spacing: number;
}

/** Units between two places where a line may be broken. */
export interface Segment {
  readonly first: number;
  readonly end: number;
  /** Without the spaces at its end. */
  readonly width: number;
  readonly space: number;
  /** A line that ends here shows a hyphen. */
  readonly hyphen: boolean;
}

export interface Paragraph {
  readonly text: string;
  readonly isRtl: boolean;
  readonly units: readonly Unit[];
  /** The unit that each place of the text belongs to. */
  readonly unitAt: Int32Array;
  readonly runs: readonly TextRun[];
  readonly segments: readonly Segment[];
}

export interface PreparedText {
  readonly paragraphs: readonly Paragraph[];
  /** Characters as a reader sees them that no font has, each once. */
  readonly missing: readonly string[];
  /** Of the widest part that has no place to break. */
  readonly widestSegment: number;
  readonly hyphenWidth: number;
  readonly language: string | undefined;
}

/** The width of an emoji, and the side of its picture. */
export const EMOJI_ADVANCE = 1.2;
export const EMOJI_SIDE = 1.1;
