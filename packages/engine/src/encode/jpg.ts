import { encodeJpeg } from "@image-render/encoders";
import { jpg } from "../formats/jpg.js";
import type { Encoder } from "./encoder.js";

export const encodeAsJpg: Encoder = (frame, { quality = jpg.defaultQuality, ...facts }) =>
  encodeJpeg(frame, frame.encoded?.jpg, { quality, ...facts });
