/** The names of the output formats. This file has no schema library, because the edge function imports it. */
export const IMAGE_FORMATS = ["png", "jpg", "webp", "avif"] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];
