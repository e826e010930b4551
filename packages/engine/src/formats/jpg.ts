import type { Format } from "./format.js";

export const jpg = {
  name: "jpg",
  aliases: ["jpeg"],
  contentType: "image/jpeg",
  isTransparent: false,
  needsSharp: false,
  encoderBytes: { opaque: 8, translucent: 8 },
  estimatedBytes: { opaque: 8, translucent: 8 },
  pixelNs: { plain: 16, photo: 35 },
  defaultQuality: 88,
  atFullQuality: { time: 2.4, memory: 2 },
} as const satisfies Format;
