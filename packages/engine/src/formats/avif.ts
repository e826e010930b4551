import type { Format } from "./format.js";

/** A translucent picture is encoded as two images. With full caches, the memory is enough for 22 megapixels. */
export const avif = {
  name: "avif",
  aliases: [],
  contentType: "image/avif",
  isTransparent: true,
  maxSidePx: 16_384,
  needsSharp: true,
  encoderBytes: { opaque: 28, translucent: 38 },
  estimatedBytes: { opaque: 32, translucent: 44 },
  pixelNs: { plain: 80, photo: 130 },
  defaultQuality: 60,
  squarePx: 64,
} as const satisfies Format;
