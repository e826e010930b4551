import { encodeJpeg } from "@image-render/encoders";
import type { Encoder } from "./encoder.js";

export const encodeAsJpg: Encoder = (frame) => encodeJpeg(frame, frame.encoded?.jpg);
