/** A text laid out: plain data, lengths in pixels of the document from the left top corner of the text's box. */
import { type FontMetrics } from "./font-cache.js";
import { type RunStyle } from "./prepared-text.js";

/** Glyphs of one font. */
export interface PlacedGlyphs {
  /** The path by which the font library finds the font. */
  readonly font: string;
  /** How far the letters lean, for want of an italic: 0 if they are as their font has them. */
  readonly slant: number;
  /** The width of a line around the letters, for want of a bold face; 0 as a rule. */
  readonly embolden: number;
  readonly ids: readonly number[];
  /** The glyphs' origins. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** A picture in a line of text. */
export interface PlacedEmoji {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** A stretch of a line in one style, from left to right as it is seen. */
export interface LayoutRun {
  readonly style: RunStyle;
  readonly x: number;
  readonly width: number;
  readonly glyphs: PlacedGlyphs | undefined;
  readonly emoji: readonly PlacedEmoji[];
}

export interface TextLine {
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly baseline: number;
  readonly runs: readonly LayoutRun[];
}

export interface TextLayout {
  readonly box: { readonly width: number; readonly height: number };
  readonly fontSize: number;
  readonly lineHeight: number;
  readonly lines: readonly TextLine[];
  /** Of the widest line, and of all lines together. */
  readonly width: number;
  readonly height: number;
  /** Whether an ellipsis stands for a part of the text. */
  readonly isCut: boolean;
  /** Characters as a reader sees them that no font has and that are left out, each once. */
  readonly missing: readonly string[];
  /** Of the text's own font, in em. */
  readonly metrics: FontMetrics;
}
