import { attribute } from "../attributes/attribute.js";
import { defineLayer, type LayerOf } from "../layer-types/define-layer.js";
import { color, size, strokeStyleSchema } from "../attributes/shared-attributes.js";

/** A horizontal stroke from the left to the right edge of its box. The height of the box is its thickness. */
export const lineLayer = defineLayer({
  type: "line",
  attributes: {
    ...size,
    color,
    line_style: attribute("string", "Line style", strokeStyleSchema).default("solid"),
  },
});

export type LineLayer = LayerOf<typeof lineLayer>;
