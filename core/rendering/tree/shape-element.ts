import { type EllipseLayer, type LineLayer, type RectangleLayer } from "../../contract/template/layers.js";
import { borderStyle, cssShadow, placeStyle } from "./box-style.js";
import { type Element } from "./element.js";
import { backgroundStyle, cssColor } from "./paint.js";

/** A rectangle or an ellipse. */
export function shapeElement(layer: RectangleLayer | EllipseLayer): Element {
  const shadow = cssShadow(layer);
  return {
    type: "div",
    props: {
      style: {
        ...placeStyle(layer),
        ...backgroundStyle(layer.background_color, layer.background_gradient),
        ...borderStyle(layer),
        borderRadius: layer.type === "ellipse" ? "50%" : layer.border_radius,
        ...(shadow === undefined ? {} : { boxShadow: shadow }),
      },
    },
  };
}

/** A stroke as thick as its box is high. */
export function lineElement(layer: LineLayer): Element {
  const color = cssColor(layer.color);
  const stroke =
    layer.line_style === "solid"
      ? { backgroundColor: color }
      : { borderTop: `${layer.height}px ${layer.line_style} ${color}` };
  return { type: "div", props: { style: { ...placeStyle(layer), ...stroke } } };
}
