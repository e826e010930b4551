/** The cost of drawing an SVG at the size that a layer needs. */
import { MAX_IMAGE_PIXELS } from "../limits/picture-limits.js";
import type { SvgFacts } from "../document/svg/read-svg.js";
import type { SvgUse } from "../document/svg/svg-vocabulary.js";
import { svgWork } from "../document/svg/svg-work.js";
import { MAX_RENDER_CPU_MS } from "./cost-limits.js";
import { svgTextsCost } from "./svg-texts-cost.js";
import { addCosts, type Cost, costOf, FREE, type PlacedBox } from "./cost.js";

/** For each character of the source: it is read, sanitized, written, and read again. */
const CHARACTER_NS = 300;
/** A drawing is not enlarged more than this: 2,400 pixels per inch instead of 72. */
const MAX_ENLARGEMENT = 2400 / 72;

/** How a drawing fills its box. */
export type Fit = "cover" | "contain" | "fill" | "none";

/** Returns the cost of an SVG. An SVG that can't be used only costs the time for reading it. */
export function sourceCost(source: string, use: SvgUse, fit: Fit, box: PlacedBox): Cost {
  const facts = box.picture.images.factsOf(source, use);
  if ("excess" in facts) return { ...FREE, cpuMs: MAX_RENDER_CPU_MS, reason: facts.excess };
  const read = costOf("its SVG", source.length, CHARACTER_NS);
  if ("issue" in facts) return read;
  return addCosts([read, drawingCost(facts, fit, box), svgTextsCost(facts.texts, box.picture)]);
}

function drawingCost(
  facts: Exclude<SvgFacts, { issue: string }>,
  fit: Fit,
  { picture, width, height }: PlacedBox,
): Cost {
  const { size } = facts;
  const [byWidth, byHeight] = [width / size.width, height / size.height];
  const fitting = {
    cover: Math.max(byWidth, byHeight),
    contain: Math.min(byWidth, byHeight),
    fill: Math.max(byWidth, byHeight),
    none: 1,
  };
  // A drawing is never reduced, and a large one is drawn with at most as many pixels as an image can have.
  const wanted = Math.min(MAX_ENLARGEMENT, Math.max(1, fitting[fit] * picture.scale));
  const largest = Math.sqrt(MAX_IMAGE_PIXELS / (size.width * size.height));
  const factor = Math.min(wanted, largest);
  return costOf("its SVG", svgWork(facts, { width: size.width * factor, height: size.height * factor }), 1_000);
}
