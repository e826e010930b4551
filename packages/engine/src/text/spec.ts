import type { TextStyle } from "../document/attributes/text-styles.js";
import type { StyledSegment } from "./prepared-text.js";
import type { Gradient } from "../document/attributes/gradient.js";

/** A text and its style. */
export interface TextSpec {
  readonly text: string;
  /** Whether marks such as `**bold**` are read in the text. */
  readonly rich: boolean;
  /** The parts of a text whose styles are known already. They replace marks. Together they are the text. */
  readonly spans?: readonly StyledSegment[] | undefined;
  /** The styles that marks can name. */
  readonly text_styles?: readonly TextStyle[] | undefined;
  /** The language of the document (BCP 47). It decides how letter case changes and how Han characters are drawn. */
  readonly language?: string | undefined;
  readonly text_direction: "auto" | "ltr" | "rtl";

  readonly font_family: string;
  readonly font_weight: number;
  readonly font_style: "normal" | "italic";
  /** The font size in pixels, like the smallest and the largest size that `text_fit` allows. */
  readonly font_size: number;
  /** OpenType features, as `parseFontFeatures` reads them. */
  readonly font_features: string;
  readonly min_font_size: number;
  readonly max_font_size: number;
  readonly text_fit: "cut" | "shrink" | "grow" | "both";

  /** The height of a line in font sizes. */
  readonly line_height: number;
  /** The space after each letter in font sizes. */
  readonly letter_spacing: number;
  readonly align: "start" | "end" | "left" | "center" | "right" | "justify";
  readonly vertical_align: "top" | "middle" | "bottom";
  readonly max_lines?: number | undefined;
  readonly text_wrap: "greedy" | "balance";
  readonly text_transform: "none" | "uppercase" | "lowercase" | "capitalize";
  readonly text_decoration: "none" | "underline" | "line-through" | "overline";

  readonly color: string;
  /** Replaces the color of the letters. */
  readonly text_gradient?: Gradient | undefined;
  readonly stroke_color: string;
  /** The width outside of the letters, in pixels. */
  readonly stroke_width: number;
  readonly highlight_color: string;
  readonly highlight_padding: number;
  readonly highlight_radius: number;
  readonly shadow_color: string;
  readonly shadow_x: number;
  readonly shadow_y: number;
  readonly shadow_blur: number;
}

/**
 * Returns the height of a line in whole pixels, so that all lines of a text have the same position on the pixel grid.
 */
export function lineHeightPx(spec: Pick<TextSpec, "line_height">, fontSize: number): number {
  return Math.max(1, Math.round(fontSize * spec.line_height));
}
