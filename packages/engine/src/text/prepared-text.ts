/**
 * A text that is prepared as far as possible without its font size and box. It is plain data. All lengths are in font
 * sizes (em).
 */
import type { FontStyle } from "@image-render/fonts";
import type { FontFile } from "../fonts/font-library.js";

/** The style that the marks of a rich text give to a part of it. */
export interface RunStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly color: string | undefined;
  /** The font size as a multiple of the text's own size. */
  readonly scale: number;
  /** Undefined if the text's own weight, style or family applies. */
  readonly weight?: number | undefined;
  readonly slope?: FontStyle | undefined;
  readonly family?: string | undefined;
  /** The space after each letter in sizes of this style. Undefined if the text's own spacing applies. */
  readonly spacing?: number | undefined;
}

/** The style of text without marks. */
export const PLAIN_STYLE: RunStyle = { bold: false, italic: false, color: undefined, scale: 1 };

/** A part of a text with one style. */
export interface StyledSegment {
  readonly text: string;
  readonly style: RunStyle;
}

/** The shaper's glyphs, in visual order from left to right. */
export interface ShapedGlyphs {
  /** The glyph IDs. Zero is the box for a character that the font lacks. */
  readonly ids: readonly number[];
  /** For each glyph, the index in the paragraph of the first character that it represents. */
  readonly clusters: readonly number[];
  readonly advances: readonly number[];
  /** Offsets from the pen position. The y axis points up. */
  readonly shiftsX: readonly number[];
  readonly shiftsY: readonly number[];
  /** Indices of characters before which a line can be broken only if the text is shaped again. */
  readonly unsafe: ReadonlySet<number>;
}

/** Characters of one style, font, script and direction. */
export interface TextRun {
  /** The first unit, and the unit after the last one. */
  readonly first: number;
  readonly end: number;
  readonly style: RunStyle;
  /** The bidi level. Odd levels run from right to left. */
  readonly level: number;
  readonly script: string;
  /** Undefined for emoji, and for characters that no font has. */
  readonly font: FontFile | undefined;
  readonly emoji: readonly string[];
  /** Whether no font has the characters. Each is drawn as a box, which is a glyph with the ID 0. */
  readonly isMissing: boolean;
  readonly glyphs: ShapedGlyphs | undefined;
}

/** A grapheme: what a reader sees as one character. */
export interface Unit {
  /** The range in the paragraph's text. */
  readonly start: number;
  readonly end: number;
  readonly isSpace: boolean;
  /** The pen advance, including letter spacing. */
  advance: number;
  /** The part of the advance that is letter spacing. */
  spacing: number;
  /** Whether it forms a syllable with the previous unit, so that no line starts with it. */
  continuesSyllable: boolean;
}

/** The units between two places where a line can be broken. */
export interface Segment {
  readonly first: number;
  readonly end: number;
  /** The width without trailing spaces. `space` is the width of the trailing spaces. */
  readonly width: number;
  readonly space: number;
  /** The part of the width that is letter spacing after the last letter. A line does not need room for it. */
  readonly spacing: number;
  /** Whether a line that ends here shows a hyphen. */
  readonly hyphen: boolean;
}

/** A paragraph with its shaped runs, before its lines are broken. */
export interface Paragraph {
  readonly text: string;
  readonly isRtl: boolean;
  readonly units: readonly Unit[];
  /** For each index of the text, the index of its unit. */
  readonly unitAt: Int32Array;
  readonly runs: readonly TextRun[];
  readonly segments: readonly Segment[];
}

/** A shaped text, before its lines are broken. */
export interface PreparedText {
  readonly paragraphs: readonly Paragraph[];
  /** The graphemes that no font has, without duplicates. */
  readonly missing: readonly string[];
  /** The width of the widest segment. */
  readonly widestSegment: number;
  /** The width of a hyphen, or 0 if no line can end with one. */
  readonly hyphenWidth: number;
  /**
   * The smallest distance between baselines at which the marks of a line do not touch the next line, or 0 if any
   * distance is enough.
   */
  readonly minLineStep: number;
  readonly language: string | undefined;
  /** Whether all letters have the text's own size. */
  readonly isUniform: boolean;
  /** The size of the largest letters as a multiple of the text's own size, but at least 1. */
  readonly largestScale: number;
  /** The weights that the families lack, without duplicates. */
  readonly replacedWeights: readonly ReplacedWeight[];
  /** The tags of the text's features that none of its fonts has. */
  readonly missingFeatures: readonly string[];
}

/** A weight that a family lacks, and the weight that replaces it. */
export interface ReplacedWeight {
  readonly family: string;
  readonly wanted: number;
  readonly used: number;
}

/** The advance of an emoji in em. */
export const EMOJI_ADVANCE = 1.2;
