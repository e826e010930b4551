import type { Format } from "./format.js";

/** A translucent picture is encoded as two images: its colors and its alpha. */
export const webp = {
  name: "webp",
  aliases: [],
  contentType: "image/webp",
  isTransparent: true,
  maxSidePx: 16_383,
  needsSharp: true,
  encoderBytes: { opaque: 6, translucent: 24 },
  estimatedBytes: { opaque: 12, translucent: 24 },
  pixelNs: { plain: 30, photo: 65 },
  defaultQuality: 86,
  atFullQuality: { time: 1.7, memory: 1.5 },
  efforts: [
    {
      effort: 2,
      maxPixels: 12_000_000,
      encoderBytes: { opaque: 6, translucent: 24 },
      estimatedBytes: { opaque: 12, translucent: 24 },
      pixelNs: { plain: 40, photo: 85 },
    },
  ],
} as const satisfies Format;
