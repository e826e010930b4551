import { type TextLayer } from "../../contract/template/layers.js";
import { type FittedText } from "../text/fit-text.js";
import { textStyle } from "../text/text-spec.js";
import { borderStyle, placeStyle } from "./box-style.js";
import { type Element, type Style } from "./element.js";
import { backgroundStyle, cssColor, isVisible } from "./paint.js";

const VERTICAL = { top: "flex-start", middle: "center", bottom: "flex-end" } as const;

/** A text in its box, over its shadow. */
export function textElement(layer: TextLayer, text: FittedText): Element {
  const isEmpty = text.spec.text.trim() === "";
  return {
    type: "div",
    props: {
      style: {
        ...placeStyle(layer),
        ...backgroundStyle(layer.background_color, layer.background_gradient),
        ...borderStyle(layer),
        ...columnStyle(layer),
        borderRadius: layer.border_radius,
      },
      children: isEmpty
        ? []
        : [...(isVisible(layer.shadow_color) ? [shadow(layer, text)] : []), paragraph(layer, text, layer.color)],
    },
  };
}

function columnStyle(layer: TextLayer): Style {
  return {
    boxSizing: "border-box",
    display: "flex",
    flexDirection: "column",
    justifyContent: VERTICAL[layer.vertical_align],
    padding: layer.padding,
  };
}

/**
 * The same text once more, moved and blurred. The engine's own text shadow is cut off: it sizes the blurred area by the
 * box of the text in units of the glyphs' box, which is smaller.
 */
function shadow(layer: TextLayer, text: FittedText): Element {
  const style: Style = {
    ...columnStyle(layer),
    position: "absolute",
    left: layer.shadow_x,
    top: layer.shadow_y,
    // The place that an absolute child is laid out in begins inside the border.
    width: layer.width - 2 * layer.border_width,
    height: layer.height - 2 * layer.border_width,
    // A shadow's blur is twice the deviation that a filter's is (CSS Backgrounds 3, section 7.2).
    ...(layer.shadow_blur > 0 ? { filter: `blur(${layer.shadow_blur / 2}px)` } : {}),
  };
  return { type: "div", props: { style, children: [paragraph(layer, text, layer.shadow_color)] } };
}

function paragraph(layer: TextLayer, { spec, fontSize, cutAfter }: FittedText, color: string): Element {
  const style: Style = {
    ...textStyle(spec, fontSize),
    ...lineStyle(layer, cutAfter),
    // Both paragraphs are positioned, else the shadow would be painted last.
    position: "relative",
    width: "100%",
    color: cssColor(color),
    textAlign: layer.align,
    ...(layer.text_decoration === "none" ? {} : { textDecoration: layer.text_decoration }),
  };
  return { type: "div", props: { style, children: spec.text } };
}

/** The engine seeks the narrowest lines of the same height, which a clamp would give it at any width: never both. */
function lineStyle(layer: TextLayer, cutAfter: number | undefined): Style {
  if (cutAfter !== undefined) return { lineClamp: cutAfter };
  return layer.text_wrap === "balance" ? { textWrap: "balance" } : {};
}
