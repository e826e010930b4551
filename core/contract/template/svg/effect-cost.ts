/** The cost of the effects of an SVG: buffers of pixels for masks, clips and opacities, and the steps of filters. */
import type { SafeElement } from "./safe-element.js";
import { numbersIn } from "./svg-bounds.js";
import type { SvgCost } from "./drawing-cost.js";
import { FILTER_STEPS } from "./svg-vocabulary.js";

/** Microseconds for each pixel of the picture. */
const ATTRIBUTE_US = { mask: 0.006, "clip-path": 0.001, opacity: 0.002, "mix-blend-mode": 0.011, filter: 0.004 };
const ATTRIBUTES = Object.entries(ATTRIBUTE_US);
const ELEMENT_US: Readonly<Record<string, number>> = { pattern: 0.004, mask: 0.004, marker: 0.001 };
const STEP_US: Readonly<Record<string, number>> = {
  feGaussianBlur: 0.15,
  feDropShadow: 0.15,
  feDiffuseLighting: 0.11,
  feSpecularLighting: 0.11,
  // It reads pixels at random places.
  feDisplacementMap: 0.8,
};
const OTHER_STEP_US = 0.05;
/** Additionally for each octave of a turbulence, and for each number of a convolution. */
const OCTAVE_US = 0.05;
const KERNEL_US = 0.009;

/** The cost of an element's own effects. */
export function effectCost(element: SafeElement): Pick<SvgCost, "layers" | "passes" | "buffers" | "filters"> {
  const { name, attributes } = element;
  const used = ATTRIBUTES.filter(([key]) => attributes.has(key));
  const ofElement = ELEMENT_US[name];
  const isStep = FILTER_STEPS.has(name);
  return {
    layers: used.length + (ofElement === undefined ? 0 : 1),
    passes: isStep ? 1 : 0,
    buffers: used.reduce((sum, [, each]) => sum + each, ofElement ?? 0),
    filters: isStep ? stepUs(element) : 0,
  };
}

function stepUs({ name, attributes }: SafeElement): number {
  const known = STEP_US[name] ?? OTHER_STEP_US;
  if (name === "feTurbulence") return known + OCTAVE_US * Math.abs(Number(attributes.get("numOctaves") ?? 1) || 1);
  if (name !== "feConvolveMatrix") return known;
  const [columns = 3, rows = columns] = numbersIn(attributes.get("order") ?? "3");
  return known + KERNEL_US * Math.abs(columns * rows);
}
