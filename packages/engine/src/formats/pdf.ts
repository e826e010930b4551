import type { Format } from "./format.js";

/**
 * One page in vectors. It has no frame of pixels and no encoder: `pdf/` writes it from the items of a picture. The figures
 * contain the parts that become images at 300 dpi.
 */
export const pdf = {
  name: "pdf",
  aliases: [],
  contentType: "application/pdf",
  isTransparent: true,
  isShownByBrowsers: false,
  needsSharp: false,
  encoderBytes: { opaque: 8, translucent: 8 },
  estimatedBytes: { opaque: 12, translucent: 12 },
  pixelNs: { plain: 100, photo: 140 },
  fixedNs: 400_000_000,
  isVector: true,
} as const satisfies Format;
