import type { Output } from "../document/output.js";
import type { Format } from "../formats/format.js";
import { FORMATS } from "../formats/registry.js";
import { QUALITY } from "../limits/picture-limits.js";
import { addCosts, type Cost, costOf, FREE, type Picture } from "./cost.js";
import { FIRST_IMAGE_NS, FRAME_PIXEL_NS, RENDER_NS } from "./cost-figures.js";
import { MAX_RENDER_CPU_MS, MAX_RENDER_MEMORY_BYTES } from "./cost-limits.js";

/** The facts that determine the cost of an encoder. */
interface Encoded {
  readonly width: number;
  readonly height: number;
  readonly hasPhotos: boolean;
  readonly isOpaque: boolean;
}

/** The cost of the other parts of a picture. */
interface Rest {
  readonly cpuMs: number;
  readonly frameBytes: number;
}

export interface OutputCost {
  readonly cost: Cost;
  /** Undefined for the least effort. */
  readonly effort: number | undefined;
}

/**
 * Returns the cost of the picture's frame and encoder, and the cost that every render has. The effort of the encoder is
 * the greatest for pictures of this size with which the render keeps within the limits. So a picture that can be
 * rendered with the least effort is never refused because of a greater one.
 */
export function outputCost(
  encoded: Encoded,
  output: Pick<Output, "format" | "quality">,
  picture: Picture,
  rest: Rest,
): OutputCost {
  const format = FORMATS[output.format];
  const costWith = (figures: Figures) => costOfOutput(encoded, { ...output, figures }, picture);
  for (const figures of format.efforts ?? []) {
    const cost = picture.pixels > figures.maxPixels ? undefined : costWith(figures);
    if (cost !== undefined && isWithinLimits(cost, rest)) return { cost, effort: figures.effort };
  }
  return { cost: costWith(format), effort: undefined };
}

function isWithinLimits({ cpuMs, memoryBytes }: Cost, rest: Rest): boolean {
  return rest.cpuMs + cpuMs <= MAX_RENDER_CPU_MS && rest.frameBytes + memoryBytes <= MAX_RENDER_MEMORY_BYTES;
}

/** The figures of a format with one of its efforts. */
type Figures = Pick<Format, "pixelNs" | "estimatedBytes">;

function costOfOutput(
  { width, height, hasPhotos, isOpaque }: Encoded,
  { format, quality, figures }: Pick<Output, "format" | "quality"> & { readonly figures: Figures },
  { pixels, images }: Picture,
): Cost {
  const { squarePx = 1, fixedNs = 0, needsSharp } = FORMATS[format];
  const encodedPixels = roundedUp(width, squarePx) * roundedUp(height, squarePx);
  const reason = `${isOpaque ? "" : "translucent "}${format} of ${(pixels / 1e6).toFixed(1)} megapixels`;
  const [pixelNs, bytes] = [
    hasPhotos ? figures.pixelNs.photo : figures.pixelNs.plain,
    isOpaque ? figures.estimatedBytes.opaque : figures.estimatedBytes.translucent,
  ];
  const { time, memory } = factorsOf(FORMATS[format], quality);
  return addCosts([
    costOf(reason, encodedPixels, pixelNs * time),
    costOf(reason, pixels, FRAME_PIXEL_NS, bytes * memory),
    costOf(reason, 1, RENDER_NS + fixedNs),
    images.isUsed || needsSharp ? costOf("the library for images", 1, FIRST_IMAGE_NS) : FREE,
  ]);
}

/** Returns the factors by which a quality needs more time and memory than the default quality. */
function factorsOf({ defaultQuality, atFullQuality }: Format, quality = defaultQuality) {
  if (quality === undefined || defaultQuality === undefined || atFullQuality === undefined) {
    return { time: 1, memory: 1 };
  }
  const share = Math.max(0, (quality - defaultQuality) / (QUALITY.max - defaultQuality));
  return { time: 1 + share * (atFullQuality.time - 1), memory: 1 + share * (atFullQuality.memory - 1) };
}

/** Rounds a side up to whole squares. */
function roundedUp(side: number, squarePx: number): number {
  return Math.ceil(side / squarePx) * squarePx;
}
