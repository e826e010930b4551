/** The names of the output formats, alone in their file: the edge function takes them without a schema library. */
export const IMAGE_FORMATS = ["png", "jpg", "webp", "avif"] as const;
