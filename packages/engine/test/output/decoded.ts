import sharp from "sharp";

/** A decoded picture. Its colors are not multiplied by alpha. */
export interface Decoded {
  readonly width: number;
  readonly height: number;
  /** Four bytes for each pixel. */
  readonly rgba: Uint8Array;
}

/** Decodes a picture with libvips. A warning is an error. */
export async function decodeWithSharp(file: Uint8Array): Promise<Decoded> {
  const image = sharp(file, { failOn: "warning" }).ensureAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgba: data };
}
