import { type EllipseLayer, type RectangleLayer } from "../../contract/template/layers.js";
import { paintBox } from "./box-ink.js";
import { type Box, type Fragment } from "./fragment.js";
import { type Outline } from "./outline.js";
import { turn } from "./turn.js";

/** A rectangle or an ellipse. */
export function paintShape(layer: RectangleLayer | EllipseLayer, view: Box): Fragment {
  const outline: Outline =
    layer.type === "ellipse" ? { kind: "ellipse" } : { kind: "rectangle", radius: layer.border_radius };
  const { beneath, above, ink } = paintBox(layer, outline, view);
  return turn(beneath + above, ink, layer);
}
