/** A laid-out text, as plain data. Lengths are in document pixels, from the top left corner of the text's box. */
import type { FontMetrics } from "./font-cache.js";
import type { PreparedText, RunStyle } from "./prepared-text.js";

/** Placed glyphs of one font. */
export interface PlacedGlyphs {
  /** The font's path in the font library. */
  readonly font: string;
  /** The slant of a synthetic italic, or 0. */
  readonly slant: number;
  /** The width of the stroke that makes a synthetic bold, or 0. */
  readonly embolden: number;
  readonly ids: readonly number[];
  /** The glyphs' origins. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly source: GlyphSource;
}

/** The characters that glyphs represent. */
export interface GlyphSource {
  readonly text: string;
  /** For each glyph, the index of the first character that it represents. */
  readonly clusters: readonly number[];
  /** The end of the last character. */
  readonly end: number;
}

/** An emoji in a line of text. */
export interface PlacedEmoji {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** The place of a box for a character that no font has. */
export interface PlacedBox {
  readonly x: number;
  /** The baseline on which the box stands. */
  readonly y: number;
  readonly advance: number;
}

/** A part of a line with one style. Runs are in visual order, from left to right. */
export interface LayoutRun {
  readonly style: RunStyle;
  readonly x: number;
  readonly width: number;
  readonly glyphs: PlacedGlyphs | undefined;
  readonly emoji: readonly PlacedEmoji[];
  readonly boxes: readonly PlacedBox[];
}

export interface TextLine {
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
  readonly baseline: number;
  /** The size of its largest letters, in pixels. */
  readonly fontSize: number;
  readonly runs: readonly LayoutRun[];
}

export interface TextLayout {
  readonly box: { readonly width: number; readonly height: number };
  readonly fontSize: number;
  readonly lineHeight: number;
  /** The distance between two baselines. It is more than `lineHeight` if marks would touch the next line. */
  readonly lineStep: number;
  readonly lines: readonly TextLine[];
  /** The width of the widest line, and the height of all lines. */
  readonly width: number;
  readonly height: number;
  /** Whether a part of the text was cut and replaced by an ellipsis. */
  readonly isCut: boolean;
  /** The graphemes that no font has, without duplicates. They are drawn as boxes. */
  readonly missing: readonly string[];
  readonly replacedWeights: PreparedText["replacedWeights"];
  readonly missingFeatures: PreparedText["missingFeatures"];
  /** The metrics of the text's own font, in em. */
  readonly metrics: FontMetrics;
}
