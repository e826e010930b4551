import * as z from "zod";
import { attribute } from "../attributes/attribute.js";
import { defineLayer, type LayerOf } from "../layer-types/define-layer.js";
import {
  border,
  MAX_POLYGON_SIDES,
  fill,
  fractionSchema,
  radiusSchema,
  shadow,
  size,
} from "../attributes/shared-attributes.js";

/**
 * A regular polygon, or a star if it has an inner radius. Its first corner points up. It is centered in its box and as
 * large as the box allows.
 */
export const polygonLayer = defineLayer({
  type: "polygon",
  attributes: {
    ...size,
    sides: attribute(
      "number",
      "Number of sides, or of points of a star",
      z.int().min(3).max(MAX_POLYGON_SIDES),
    ).default(6),
    inner_radius: attribute("number", "Inner radius of a star, as a share of the outer", fractionSchema).optional(),
    corner_radius: attribute("number", "Corner radius", radiusSchema).default(0),
    ...fill,
    ...border,
    ...shadow,
  },
});

export type PolygonLayer = LayerOf<typeof polygonLayer>;
