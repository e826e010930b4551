/** Reads the type and the size of an image from its first bytes. */
export type { ImageFacts } from "../image-headers/decoding-work.js";
export type { ImageHeader } from "../image-headers/image-header.js";
export { HEADER_BYTES, readImageHeader } from "../image-headers/read-image-header.js";
export { type ImageType, sniffImage } from "../image-headers/sniff-image.js";
