/** The types of images that a template can show. */
export { type ImageType, sniffImage } from "./sniff-image.js";
