import { parseColor } from "../document/attributes/color.js";

/** An opacity in SVG has three decimals. */
const DECIMALS = 1000;

/**
 * Returns the premultiplied pixel of a color for each coverage from 0 to 255. Rounds like the rasterizer when it fills
 * a path of this color: the opacity to a byte, each channel to the nearest byte, and the product of a channel and the
 * coverage up.
 */
export function shadesOf(text: string): Uint32Array {
  const color = parseColor(text) ?? { red: 0, green: 0, blue: 0, alpha: 0 };
  const opacity = Math.fround(Math.round(color.alpha * DECIMALS) / DECIMALS);
  const alpha = Math.floor(Math.fround(Math.fround(opacity * 255) + 0.5));
  const premultiplied = (channel: number) => Math.round((Math.round(channel) * alpha) / 255);
  const [red, green, blue] = [premultiplied(color.red), premultiplied(color.green), premultiplied(color.blue)];
  const shades = new Uint32Array(256);
  for (let coverage = 1; coverage < 256; coverage++) {
    const share = (channel: number) => (channel * coverage + 255) >> 8;
    shades[coverage] = (share(red) | (share(green) << 8) | (share(blue) << 16) | (share(alpha) << 24)) >>> 0;
  }
  return shades;
}
