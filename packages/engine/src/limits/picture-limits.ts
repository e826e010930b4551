/** The fixed limits of pictures, and of the images, SVG and HTML in them. */

/** Pixels of a document, and of a picture that is rendered from it at a scale. */
export const MAX_PICTURE_PIXELS = 25_000_000;
/**
 * The most pixels of an image before it is resized, and of all images of a picture together. They limit what decoding
 * costs. 50 megapixels decode to 200 MB.
 */
export const MAX_IMAGE_PIXELS = 50_000_000;
export const MAX_TOTAL_IMAGE_PIXELS = 250_000_000;
/**
 * The most pixels of an AVIF before it is resized, with 8 bits for each channel. With more bits, two thirds are possible.
 * Its decoder holds the whole image several times: 20 bytes for each pixel, or 28. Other formats need up to 11.
 */
export const MAX_AVIF_PIXELS = 25_000_000;
/** Pixels of the picture per pixel of the template. */
export const SCALE = { min: 0.1, max: 4 } as const;
/**
 * Characters and elements of all different SVGs of a picture together, without those at addresses. They are read before
 * anything is written, in 50 ms at most. Drawings have 40 characters and more for each element.
 */
export const MAX_SVG_CHARACTERS = 600_000;
export const MAX_SVG_ELEMENTS = 25_000;
/** Characters of all different HTML of a picture together, without images in data URIs. They are read at the same time. */
export const MAX_HTML_CHARACTERS = 200_000;
/**
 * Steps of finding the styles of all different HTML of a picture, about 0.05 µs each: the rules that each element is compared
 * with, and the declarations that are read or apply. 20 cards of 100 rules and 100 elements take 250,000.
 */
export const MAX_STYLE_STEPS = 500_000;
