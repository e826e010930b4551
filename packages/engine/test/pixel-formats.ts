import { FORMATS, IMAGE_FORMATS } from "../src/formats/registry.js";
import type { Format } from "../src/formats/format.js";

/** The formats whose pictures consist of pixels. */
export const PIXEL_FORMATS = IMAGE_FORMATS.filter((name) => {
  const { isVector = false }: Format = FORMATS[name];
  return !isVector;
});
