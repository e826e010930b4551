import { defineLayer, type LayerOf } from "../layer-types/define-layer.js";
import { border, fill, radius, shadow, size } from "../attributes/shared-attributes.js";

export const rectangleLayer = defineLayer({
  type: "rectangle",
  attributes: { ...size, ...fill, ...border, ...radius, ...shadow },
});

export type RectangleLayer = LayerOf<typeof rectangleLayer>;
