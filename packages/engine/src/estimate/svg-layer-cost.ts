/** The cost of an author's SVG. */
import type { RoundedCorners } from "../document/attributes/corner-radii.js";
import { boxCost, type BoxLook } from "./box-cost.js";
import { addCosts, type Cost, type PlacedBox } from "./cost.js";
import { pixelsCost } from "./image-cost.js";
import { type Fit, sourceCost } from "./svg-source-cost.js";

/** The attributes of an SVG layer that determine its cost. */
export interface SvgLook extends BoxLook, RoundedCorners {
  readonly svg: string;
  readonly fit: Fit;
}

/** Returns the cost of an SVG in its box. */
export function svgLayerCost(look: SvgLook, box: PlacedBox): Cost {
  if (look.svg.trim() === "") return boxCost(look, box);
  const use = box.picture.drawsSvgTexts ? "lettered" : "layer";
  return addCosts([boxCost(look, box), sourceCost(look.svg, use, look.fit, box), pixelsCost(look, box)]);
}
