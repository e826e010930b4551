import { encodePng } from "@image-render/encoders";
import type { Encoder } from "./encoder.js";

export const encodeAsPng: Encoder = (frame, facts) => encodePng(frame, frame.encoded?.png, facts);
