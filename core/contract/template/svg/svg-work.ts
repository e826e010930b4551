import type { SafeSvg } from "./safe-svg.js";

/** Microseconds on one core of 1,769 MB. Upper estimates, several times what files with long paths need. */
const US = {
  element: 20,
  segment: 1.5,
  /** For each row of pixels that a segment can cross. */
  segmentRow: 0.004,
  pixel: 0.02,
  layerPixel: 0.012,
  passPixel: 0.05,
  neighborPixel: 0.002,
  imagePixel: 0.03,
} as const;

/** The processor time in microseconds for drawing an SVG at a size in pixels, as an upper estimate. */
export function svgWork(
  { cost, viewBox }: Pick<SafeSvg, "cost" | "viewBox">,
  { width, height }: { width: number; height: number },
): number {
  const pixels = width * height;
  const perUnit = Math.max(width / viewBox.width, height / viewBox.height);
  return (
    cost.elements * US.element +
    cost.segments * (US.segment + US.segmentRow * height) +
    pixels * (US.pixel + cost.layers * US.layerPixel + cost.passes * US.passPixel) +
    pixels * cost.neighbors * Math.max(1, perUnit ** 2) * US.neighborPixel +
    cost.imagePixels * US.imagePixel
  );
}
