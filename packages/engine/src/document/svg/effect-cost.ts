/** The cost of the effects of an SVG: buffers of pixels for masks, clips and opacities, and the steps of filters. */
import type { SafeElement } from "./safe-element.js";
import { numbersIn } from "./svg-bounds.js";
import type { SvgCost } from "./drawing-cost.js";
import { FILTER_STEPS } from "./svg-vocabulary.js";

/** Microseconds for each pixel of the picture. */
const ATTRIBUTE_US: ReadonlyMap<string, number> = new Map([
  ["mask", 0.006],
  ["clip-path", 0.001],
  ["opacity", 0.002],
  ["mix-blend-mode", 0.011],
  ["filter", 0.004],
]);
const ELEMENT_US: ReadonlyMap<string, number> = new Map([
  ["pattern", 0.004],
  ["mask", 0.004],
  ["marker", 0.001],
]);
const STEP_US: Readonly<Record<string, number>> = {
  feGaussianBlur: 0.15,
  feDropShadow: 0.15,
  feDiffuseLighting: 0.11,
  feSpecularLighting: 0.11,
  // This step reads pixels in random places.
  feDisplacementMap: 0.8,
};
const OTHER_STEP_US = 0.05;
/** The additional time for each octave of a turbulence, and for each number of a convolution. */
const OCTAVE_US = 0.05;
const KERNEL_US = 0.009;

export type EffectCost = Pick<SvgCost, "layers" | "passes" | "buffers" | "filters">;

/** Returns the cost of an element's own effects. */
export function effectCost(element: SafeElement): EffectCost {
  const { name, attributes } = element;
  const ofElement = ELEMENT_US.get(name);
  const isStep = FILTER_STEPS.has(name);
  let layers = ofElement === undefined ? 0 : 1;
  let buffers = ofElement ?? 0;
  for (const key of attributes.keys()) {
    const each = ATTRIBUTE_US.get(key);
    if (each === undefined) continue;
    layers += 1;
    buffers += each;
  }
  return { layers, passes: isStep ? 1 : 0, buffers, filters: isStep ? stepUs(element) : 0 };
}

function stepUs({ name, attributes }: SafeElement): number {
  const known = STEP_US[name] ?? OTHER_STEP_US;
  if (name === "feTurbulence") return known + OCTAVE_US * Math.abs(Number(attributes.get("numOctaves") ?? 1) || 1);
  if (name !== "feConvolveMatrix") return known;
  const [columns = 3, rows = columns] = numbersIn(attributes.get("order") ?? "3");
  return known + KERNEL_US * Math.abs(columns * rows);
}
