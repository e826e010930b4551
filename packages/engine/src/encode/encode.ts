import type { Frame } from "../frame/tile.js";
import { EngineError } from "../issues/engine-error.js";
import { encodeAsAvif } from "./avif.js";
import type { Encoder, EncoderSettings } from "./encoder.js";
import { encodeAsJpg } from "./jpg.js";
import { encodeAsPng } from "./png.js";
import { FORMATS, type PixelFormat } from "../formats/registry.js";
import { encodeAsWebp } from "./webp.js";

const ENCODERS: Readonly<Record<PixelFormat, Encoder>> = {
  png: encodeAsPng,
  jpg: encodeAsJpg,
  webp: encodeAsWebp,
  avif: encodeAsAvif,
};

/** Encodes a frame. An opaque frame is written without an alpha channel. */
export async function encode(frame: Frame, format: PixelFormat, settings: EncoderSettings = {}): Promise<Uint8Array> {
  try {
    return await ENCODERS[format](frame, settings);
  } catch (cause) {
    const internal = `the encoder of ${format} failed`;
    throw new EngineError("INTERNAL", "The picture could not be encoded.", { internal, cause });
  }
}

/**
 * Returns whether encoding leaves native memory to the garbage collector. Our own encoders keep a few megabytes, and
 * reuse them.
 */
export function leavesNativeMemory(format: PixelFormat): boolean {
  return FORMATS[format].needsSharp;
}
