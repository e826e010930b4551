/** The cost of an author's SVG. */
import { svgFacts } from "../template/svg/read-svg.js";
import { svgWork } from "../template/svg/svg-work.js";
import { boxCost, type BoxLook } from "./box-cost.js";
import { addCosts, type Cost, costOf, type PlacedBox } from "./cost.js";
import { pixelsCost } from "./image-cost.js";

/** The attributes of an SVG layer that decide on its cost. */
export interface SvgLook extends BoxLook {
  readonly svg: string;
  readonly border_radius: number;
}

/** For each character of the source: it is read, sanitized, written, and read again. */
const CHARACTER_NS = 1_000;

/** The cost of an SVG in its box. */
export function svgCost(look: SvgLook, box: PlacedBox): Cost {
  const facts = look.svg.trim() === "" ? undefined : svgFacts(look.svg);
  if (facts === undefined || "issue" in facts) return boxCost(look, box);
  const { scale, maxPixels } = box.picture;
  const shrink = Math.min(1, Math.sqrt(maxPixels / Math.max(1, box.width * box.height * scale ** 2)));
  const size = { width: box.width * scale * shrink, height: box.height * scale * shrink };
  return addCosts([
    boxCost(look, box),
    costOf("its SVG", look.svg.length, CHARACTER_NS),
    costOf("its SVG", svgWork(facts, size), 1_000),
    pixelsCost(look, box),
  ]);
}
