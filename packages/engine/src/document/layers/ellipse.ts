import { defineLayer, type LayerOf } from "../layer-types/define-layer.js";
import { border, fill, shadow, size } from "../attributes/shared-attributes.js";

export const ellipseLayer = defineLayer({
  type: "ellipse",
  attributes: { ...size, ...fill, ...border, ...shadow },
});

export type EllipseLayer = LayerOf<typeof ellipseLayer>;
