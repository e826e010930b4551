/** The cost of an author's SVG. */
import { svgFacts } from "../template/svg/read-svg.js";
import { boxCost, type BoxLook } from "./box-cost.js";
import { addCosts, type Cost, costOf, type PlacedBox } from "./cost.js";
import { pixelsCost } from "./image-cost.js";
import { CHARACTER_NS, drawingCost, type Fit } from "./svg-file-cost.js";

/** The attributes of an SVG layer that decide on its cost. */
export interface SvgLook extends BoxLook {
  readonly svg: string;
  readonly fit: Fit;
  readonly border_radius: number;
}

/** The cost of an SVG in its box. */
export function svgCost(look: SvgLook, box: PlacedBox): Cost {
  const facts = look.svg.trim() === "" ? undefined : svgFacts(look.svg);
  if (facts === undefined || "issue" in facts) return boxCost(look, box);
  return addCosts([
    boxCost(look, box),
    costOf("its SVG", look.svg.length, CHARACTER_NS),
    drawingCost(facts, look.fit, box),
    pixelsCost(look, box),
  ]);
}
