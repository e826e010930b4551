/** What the first bytes of an image say: its type and its size. */
export type { ImageFacts } from "../image-headers/decoding-work.js";
export type { ImageHeader } from "../image-headers/image-header.js";
export { HEADER_BYTES, readImageHeader } from "../image-headers/read-image-header.js";
export { type ImageType, sniffImage } from "../image-headers/sniff-image.js";
