import type { Format } from "./format.js";

export const png = {
  name: "png",
  aliases: [],
  contentType: "image/png",
  isTransparent: true,
  needsSharp: false,
  encoderBytes: { opaque: 8, translucent: 8 },
  estimatedBytes: { opaque: 8, translucent: 8 },
  pixelNs: { plain: 14, photo: 65 },
} as const satisfies Format;
