/** The cost of an author's SVG. Its elements are counted when it is checked, and each can cover all of its box. */
import { boxCost, type BoxLook, visiblePixels } from "./box-cost.js";
import { addCosts, type Cost, costOf, type PlacedBox } from "./cost.js";
import { pixelsCost } from "./image-cost.js";

/** The attributes of an SVG layer that decide on its cost. */
export interface SvgLook extends BoxLook {
  readonly svg: string;
  readonly border_radius: number;
}

/** For each character of the source: reading it twice, sanitizing it, and drawing a path of such a length. */
const CHARACTER_NS = 1_500;
const ELEMENT_NS = 20_000;
/** For each element and pixel that it covers. Most elements cover a small part of the drawing. */
const ELEMENT_PIXEL_NS = 1;

/** The cost of an SVG in its box. */
export function svgCost(look: SvgLook, box: PlacedBox): Cost {
  if (look.svg.trim() === "") return boxCost(look, box);
  const elements = look.svg.split("<").length;
  return addCosts([
    boxCost(look, box),
    costOf("its SVG", look.svg.length, CHARACTER_NS),
    costOf("the elements of its SVG", elements, ELEMENT_NS + visiblePixels(box) * ELEMENT_PIXEL_NS),
    pixelsCost(look, box),
  ]);
}
