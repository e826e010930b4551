/** The largest picture of a preview in pixels, as the service limits it. */
const MAX_PIXELS = 2_000_000;

/** Returns the scale of a preview: that of the picture, or the largest one that a preview can have. */
export function previewScale(
  { width, height }: { readonly width: number; readonly height: number },
  scale: number,
): number {
  const largest = Math.sqrt(MAX_PIXELS / (width * height));
  // Sides are rounded to whole pixels, which must not pass the limit.
  return scale * 1.001 <= largest ? scale : Math.floor(largest * 200) / 200;
}
