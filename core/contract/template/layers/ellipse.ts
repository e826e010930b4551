import { defineLayer, type LayerOf } from "../define-layer.js";
import { border, fill, shadow, size } from "../shared-attributes.js";

export const ellipseLayer = defineLayer({
  type: "ellipse",
  attributes: { ...size, ...fill, ...border, ...shadow },
});

export type EllipseLayer = LayerOf<typeof ellipseLayer>;
