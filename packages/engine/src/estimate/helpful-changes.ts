/** Finds changes with which a refused picture keeps within the limits. Each of them is estimated, so it really helps. */
import type { TemplateDocument } from "../document/document.js";
import type { Expansion } from "../document/expand-layers.js";
import { FORMATS } from "../formats/registry.js";
import { quote } from "../suggestions/suggest.js";
import { MAX_RENDER_CPU_MS, MAX_RENDER_MEMORY_BYTES } from "./cost-limits.js";
import { estimateCost, type EstimateOptions, type EstimatedOutput } from "./estimate-cost.js";
import type { Contributor, Estimate } from "./estimate.js";

/** A picture, as the estimate sees it. */
export interface EstimatedPicture {
  readonly document: TemplateDocument;
  readonly expansion: Expansion;
  readonly output: EstimatedOutput;
  readonly options: EstimateOptions;
}

/** A change, and the cost of the picture with it. */
export interface HelpfulChange {
  /** For example `with scale 2`. */
  readonly change: string;
  readonly cost: Pick<Estimate, "cpuMs" | "memoryBytes">;
}

/** The scales that are proposed, and the sizes of images in megapixels. */
const SCALES = [3, 2.5, 2, 1.75, 1.5, 1.25, 1, 0.75, 0.5];
const MEGAPIXELS = [24, 12, 6, 3, 1];
/** The formats whose encoders take the least time: for pictures that can be transparent, and for the others. */
const FAST_FORMATS = { transparent: "png", opaque: "jpg" } as const;
/** Nobody leaves out more layers than this because of a message. */
const MAX_LEFT_OUT = 20;

/** Returns whether a picture keeps within the limits of time and memory. */
export function isWithinLimits({ cpuMs, memoryBytes }: Pick<Estimate, "cpuMs" | "memoryBytes">): boolean {
  return cpuMs <= MAX_RENDER_CPU_MS && memoryBytes <= MAX_RENDER_MEMORY_BYTES;
}

/** Returns the smallest changes of each kind with which a refused picture is accepted. */
export function helpfulChanges(picture: EstimatedPicture, estimate: Estimate): HelpfulChange[] {
  const { output, options } = picture;
  const estimated = (change: Partial<EstimatedPicture>) => {
    const { document, expansion, ...rest } = { ...picture, ...change };
    return estimateCost(document, expansion, rest.output, rest.options);
  };
  // Only the size of an upload is known before a render.
  const images = estimate.hasUnknownImages ? "uploaded images" : "images";
  const fast = FAST_FORMATS[FORMATS[output.format].isTransparent ? "transparent" : "opaque"];
  return [
    ...firstThatHelps(
      SCALES.filter((scale) => scale < output.scale),
      (scale) => estimated({ output: { ...output, scale } }),
      (scale) => `with scale ${scale}`,
    ),
    ...firstThatHelps(
      fast === output.format ? [] : [fast],
      (format) => estimated({ output: { ...output, format } }),
      (format) => `as ${format}`,
    ),
    ...firstThatHelps(
      estimate.hasImages ? MEGAPIXELS : [],
      (most) => estimated({ options: { ...options, images: { ...options.images, mostPixels: most * 1e6 } } }),
      (most) => `with ${images} of at most ${most} ${most === 1 ? "megapixel" : "megapixels"}`,
    ),
    ...withoutLayers(estimate),
  ];
}

/** Returns the first change that helps. The changes begin with the smallest, and a later one always helps more. */
export function firstThatHelps<Value>(
  values: readonly Value[],
  costWith: (value: Value) => Estimate,
  name: (value: Value) => string,
): HelpfulChange[] {
  let [start, end] = [0, values.length];
  let found: HelpfulChange | undefined;
  while (start < end) {
    const middle = Math.floor((start + end) / 2);
    const value = values[middle] as Value;
    const cost = costWith(value);
    if (isWithinLimits(cost)) {
      found = { change: name(value), cost };
      end = middle;
    } else {
      start = middle + 1;
    }
  }
  return found === undefined ? [] : [found];
}

/** Returns the change of leaving out the layers that cost the most. */
function withoutLayers({ cpuMs, memoryBytes, contributors }: Estimate): HelpfulChange[] {
  const isTime = cpuMs > MAX_RENDER_CPU_MS;
  const costOf = (part: Contributor) => (isTime ? part.cpuMs : part.memoryBytes);
  const layers = contributors
    .filter(({ path }) => path.startsWith("layers["))
    .toSorted((one, other) => costOf(other) - costOf(one));
  const largestOf = (parts: readonly Contributor[]) => Math.max(0, ...parts.map((part) => part.memoryBytes));
  const frameBytes = memoryBytes - largestOf(contributors);
  for (let count = 1; count <= Math.min(MAX_LEFT_OUT, layers.length); count++) {
    const left = new Set(layers.slice(0, count));
    const rest = contributors.filter((part) => !left.has(part));
    const cost = {
      cpuMs: rest.reduce((sum, part) => sum + part.cpuMs, 0),
      memoryBytes: frameBytes + largestOf(rest),
    };
    if (isWithinLimits(cost)) return [{ change: `without ${nameOf(layers.slice(0, count))}`, cost }];
  }
  return [];
}

function nameOf(layers: readonly Contributor[]): string {
  const [first, ...others] = layers;
  if (others.length > 0) return `the ${layers.length} layers that take the most`;
  return first?.name === undefined ? `the layer at ${first?.path ?? ""}` : `the layer ${quote(first.name)}`;
}
