import { type FileFacts, xmpPacket } from "@image-render/encoders";
import type { Sharp } from "sharp";
import type { Frame } from "../frame/tile.js";
import { loadSharp } from "../shared/native.js";

/** Returns a frame as a sharp image, with the words about it. An opaque frame gets no alpha channel. */
export async function sharpImage(frame: Frame, { about = {} }: FileFacts): Promise<Sharp> {
  const image = await withoutWords(frame);
  const packet = xmpPacket(about);
  return packet === undefined ? image : image.withXmp(packet);
}

async function withoutWords({ pixels, width, height, isOpaque }: Frame): Promise<Sharp> {
  const sharp = await loadSharp();
  if (isOpaque) return sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  return sharp(pixels, { raw: { width, height, channels: 4, premultiplied: true } });
}
