/** A text as it will be set: everything that decides its shape but the size of its letters. */
import { type TextLayer } from "../../contract/template/layers.js";
import { type Style } from "../tree/element.js";

export interface TextSpec {
  readonly text: string;
  /** Names of the font files, in the order in which a character is looked up. */
  readonly fontNames: readonly string[];
  readonly layer: TextLayer;
}

/** The height of a line in whole pixels, as the layout engine rounds it. */
export function lineHeightPx(layer: TextLayer, fontSize: number): number {
  return Math.max(1, Math.round(fontSize * layer.line_height));
}

/** The style that measuring and drawing share; what is measured is then what is drawn. */
export function textStyle(spec: TextSpec, fontSize: number): Style {
  const { layer } = spec;
  return {
    display: "block",
    fontFamily: spec.fontNames.join(", "),
    fontSize,
    // One file is one face, so the weight is in the name; an italic that the family lacks is slanted.
    fontWeight: 400,
    fontStyle: layer.font_style,
    lineHeight: lineHeightPx(layer, fontSize) / fontSize,
    letterSpacing: layer.letter_spacing * fontSize,
    whiteSpace: "pre-wrap",
    overflowWrap: "break-word",
  };
}
