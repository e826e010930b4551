/**
 * What drawing takes, in nanoseconds of processor time. `npm run fuzz` compares the estimates with the times that it
 * measures: see docs/performance.md.
 */
/** A render of nothing. */
export const RENDER_NS = 20_000_000;
/**
 * The first image, or the first picture that the library for images encodes: the process loads it, and runs its code for the
 * first time. Whether a process has done that is not known, so it counts for each picture, once.
 */
export const FIRST_IMAGE_NS = 65_000_000;
/** For each pixel of the picture: the frame, its copy between renders, the background. */
export const FRAME_PIXEL_NS = 24;
/** For each layer: its SVG, and a call of the rasterizer. */
export const LAYER_NS = 500_000;
/** For each pixel of a box: filling it, and blending it over the picture. */
export const FILLED_PIXEL_NS = 13;
/** Additionally, for each pixel with a gradient, of a faded layer, or of a group of shapes that is drawn apart. */
export const GRADIENT_PIXEL_NS = 12;
export const FADED_PIXEL_NS = 8;
export const GROUPED_PIXEL_NS = 5;
/** For each pixel of the picture, if a layer must be drawn on all of it. */
export const WHOLE_PIXEL_NS = 8;
/** For each pixel that a blur reaches, with a small and with a larger radius. */
export const BLURRED_PIXEL_NS = { small: 230, large: 150 } as const;
/** A blur of more pixels takes about twice the time for each, because they do not fit into the processor's cache. */
export const CACHED_PIXELS = 4_000_000;
/** Blurs below this standard deviation, in pixels, use a slower algorithm. */
export const SMALL_SIGMA_PX = 2;
/** For each pixel that an automatic color looks at. */
export const SAMPLED_PIXEL_NS = 14;
/** For each pixel that the rasterizer needs beyond the picture: it is cleared, copied from there, and not used. */
export const UNUSED_PIXEL_NS = 12;
export const UNUSED_PIXEL_BYTES = 8;
