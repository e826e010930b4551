import { cornerRadii } from "../document/attributes/corner-radii.js";
import type { Mask } from "../document/attributes/mask.js";
import { ELLIPSE, type Outline, roundedRectangle } from "./outline.js";
import { polygonOutline } from "./polygon-outline.js";
import { num } from "./svg.js";

/** The number of sides of a polygon that names neither points nor sides. */
const DEFAULT_SIDES = 6;

/** Returns the outline of the shape that a mask leaves of a box. */
export function maskOutline(mask: Mask): Outline {
  switch (mask.type) {
    case "ellipse":
      return ELLIPSE;
    case "rectangle":
      return roundedRectangle(cornerRadii(mask));
    case "polygon":
      return mask.points === undefined ? regularPolygon(mask) : pointsOutline(mask.points);
  }
}

function regularPolygon({ sides = DEFAULT_SIDES, inner_radius, corner_radius = 0 }: Mask & { type: "polygon" }) {
  return polygonOutline({ sides, inner_radius, corner_radius });
}

/** Returns a polygon whose points are in widths and heights of its box. */
function pointsOutline(points: readonly { readonly x: number; readonly y: number }[]): Outline {
  return {
    path: ({ x, y, width, height }) =>
      `M${points.map((point) => `${num(x + point.x * width)} ${num(y + point.y * height)}`).join("L")}Z`,
  };
}
