import { webp } from "../formats/webp.js";
import type { Encoder } from "./encoder.js";
import { sharpImage } from "./sharp-image.js";

/** The effort for pictures that are encoded quickly, because they are viewed only once. */
const LEAST_EFFORT = 1;

export const encodeAsWebp: Encoder = async (frame, settings) => {
  const { quality = webp.defaultQuality, effort = LEAST_EFFORT } = settings;
  const image = await sharpImage(frame, settings);
  return image.webp({ quality, effort }).toBuffer();
};
