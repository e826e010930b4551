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
  atFullQuality: { time: 1.5, memory: 1.35 },
  // At equal similarity, effort 3 needs half to a quarter of the bytes of effort 0 (docs/measurements/avif-and-webp-efforts.md).
  efforts: [
    {
      effort: 3,
      maxPixels: 2_000_000,
      encoderBytes: { opaque: 60, translucent: 72 },
      estimatedBytes: { opaque: 64, translucent: 80 },
      pixelNs: { plain: 300, photo: 450 },
    },
    {
      effort: 2,
      maxPixels: 4_000_000,
      encoderBytes: { opaque: 48, translucent: 60 },
      estimatedBytes: { opaque: 56, translucent: 70 },
      pixelNs: { plain: 200, photo: 400 },
    },
  ],
  squarePx: 64,
} as const satisfies Format;
