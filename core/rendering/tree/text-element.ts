import { type TextLayer } from "../../contract/template/layers.js";
import { type FittedText } from "../text/fit-text.js";
import { textStyle } from "../text/text-spec.js";
import { borderStyle, cssShadow, placeStyle } from "./box-style.js";
import { type Element, type Style } from "./element.js";
import { backgroundStyle, cssColor } from "./paint.js";

const VERTICAL = { top: "flex-start", middle: "center", bottom: "flex-end" } as const;

/** A text in its box. */
export function textElement(layer: TextLayer, { spec, fontSize, cutAfter }: FittedText): Element {
  const shadow = cssShadow(layer);
  const style: Style = {
    ...textStyle(spec, fontSize),
    width: "100%",
    color: cssColor(layer.color),
    textAlign: layer.align,
    ...lineStyle(layer, cutAfter),
    ...(layer.text_decoration === "none" ? {} : { textDecoration: layer.text_decoration }),
    ...(shadow === undefined ? {} : { textShadow: shadow }),
  };
  const text: Element = { type: "div", props: { style, children: spec.text } };
  return {
    type: "div",
    props: {
      style: {
        ...placeStyle(layer),
        ...backgroundStyle(layer.background_color, layer.background_gradient),
        ...borderStyle(layer),
        borderRadius: layer.border_radius,
        padding: layer.padding,
        flexDirection: "column",
        justifyContent: VERTICAL[layer.vertical_align],
      },
      children: spec.text.trim() === "" ? [] : [text],
    },
  };
}

/** The engine seeks the narrowest lines of the same height, which a clamp would give it at any width: never both. */
function lineStyle(layer: TextLayer, cutAfter: number | undefined): Style {
  if (cutAfter !== undefined) return { lineClamp: cutAfter };
  return layer.text_wrap === "balance" ? { textWrap: "balance" } : {};
}
