import { type TextLayer } from "../../contract/template/layers.js";

/** What a text layer says about its text; a text layer is one. */
export interface TextSpec extends Pick<
  TextLayer,
  | "text"
  | "rich"
  | "color"
  | "text_gradient"
  | "font_family"
  | "font_weight"
  | "font_style"
  | "font_size"
  | "min_font_size"
  | "max_font_size"
  | "text_fit"
  | "line_height"
  | "letter_spacing"
  | "align"
  | "vertical_align"
  | "max_lines"
  | "text_transform"
  | "text_decoration"
  | "text_wrap"
  | "text_direction"
  | "stroke_color"
  | "stroke_width"
  | "highlight_color"
  | "highlight_padding"
  | "highlight_radius"
  | "shadow_color"
  | "shadow_x"
  | "shadow_y"
  | "shadow_blur"
> {
  /** BCP 47, the document's locale: decides on letter case and on how Han characters are drawn. */
  readonly language?: string | undefined;
}

/** The height of a line in whole pixels, so that all lines of a text fall on the pixel grid alike. */
export function lineHeightPx(spec: Pick<TextSpec, "line_height">, fontSize: number): number {
  return Math.max(1, Math.round(fontSize * spec.line_height));
}
