/**
 * The processor time for drawing, in nanoseconds. `npm run fuzz` compares the estimates with the times that it
 * measures: see docs/performance.md.
 */
/** The time for rendering an empty picture. */
export const RENDER_NS = 20_000_000;
/**
 * The time for the first image, or for the first picture that the image library encodes. The process loads the library,
 * and runs its code for the first time. The estimate does not know whether a process has done so, so this counts once
 * for each picture.
 */
export const FIRST_IMAGE_NS = 65_000_000;
/** For each pixel of the picture: the frame, its copy between renders, the background. */
export const FRAME_PIXEL_NS = 24;
/** For each layer: its SVG, and a call of the rasterizer. */
export const LAYER_NS = 500_000;
/** For each pixel of a box: filling it, and blending it over the picture. */
export const FILLED_PIXEL_NS = 13;
/**
 * The additional time for each pixel with a gradient, of a faded layer, or of a group of shapes that is drawn
 * separately.
 */
export const GRADIENT_PIXEL_NS = 12;
export const FADED_PIXEL_NS = 8;
export const GROUPED_PIXEL_NS = 5;
/** For each pixel of the picture, if a layer must be drawn on the whole picture. */
export const WHOLE_PIXEL_NS = 8;
/** For each pixel that a blur reaches, with a small and with a larger radius. */
export const BLURRED_PIXEL_NS = { small: 230, large: 150 } as const;
/** A blur of more pixels takes about twice the time per pixel, because they do not fit into the processor's cache. */
export const CACHED_PIXELS = 4_000_000;
/** Blurs below this standard deviation, in pixels, use a slower algorithm. */
export const SMALL_SIGMA_PX = 2;
/** For each pixel that an automatic color samples. */
export const SAMPLED_PIXEL_NS = 14;
/** For each pixel that the rasterizer needs outside of the picture: the pixel is cleared and copied, but not used. */
export const UNUSED_PIXEL_NS = 12;
export const UNUSED_PIXEL_BYTES = 8;
