/** The fixed limits of pictures, and of the images, SVG and HTML in them. */

/** The largest number of pixels of a document, and of a picture that is rendered from it at a scale. */
export const MAX_PICTURE_PIXELS = 25_000_000;
/**
 * The largest number of pixels of an image before it is resized, and of all images of a picture together. They limit
 * the cost of decoding. 50 megapixels decode to 200 MB.
 */
export const MAX_IMAGE_PIXELS = 50_000_000;
export const MAX_TOTAL_IMAGE_PIXELS = 250_000_000;
/**
 * The largest number of pixels of an AVIF before it is resized, with 8 bits for each channel. With more bits, the limit
 * is two thirds of this. The decoder holds the whole image several times: 20 bytes for each pixel, or 28 with more
 * bits. Other formats need up to 11.
 */
export const MAX_AVIF_PIXELS = 25_000_000;
/** The scale: pixels of the picture per pixel of the template. */
export const SCALE = { min: 0.1, max: 4 } as const;
/** The scale of previews. They can be smaller than other pictures, for lists of large templates. */
export const PREVIEW_SCALE = { min: 0.05, max: SCALE.max } as const;
/** The quality of lossy pictures. */
export const QUALITY = { min: 1, max: 100 } as const;
/** The pixels per inch that a document states for print. */
export const DPI = { min: 20, max: 1200, default: 96 } as const;
/**
 * The largest number of characters and elements of all different SVGs of a picture together, without SVGs at addresses.
 * They are read before anything is written, in 50 ms at most. Drawings have at least 40 characters for each element.
 */
export const MAX_SVG_CHARACTERS = 600_000;
export const MAX_SVG_ELEMENTS = 25_000;
/**
 * The largest number of characters of all different HTML of a picture together, without images in data URIs. HTML is
 * read at the same time as SVGs.
 */
export const MAX_HTML_CHARACTERS = 200_000;
/**
 * The largest number of steps for finding the styles of all different HTML of a picture. A step takes about 0.05 µs: a
 * rule that an element is compared with, or a declaration that is read or applies. 20 cards of 100 rules and 100
 * elements take 250,000.
 */
export const MAX_STYLE_STEPS = 500_000;
