import { parseColor } from "../document/attributes/color.js";
import type { Expansion } from "../document/expand-layers.js";
import { addCosts, type Cost, costOf, FREE, type Picture } from "./cost.js";
import { GRADIENT_PIXEL_NS } from "./cost-figures.js";
import { pixelsCost } from "./image-cost.js";
import { sourceCost } from "./svg-source-cost.js";

/** Returns the cost of a background in addition to its frame: a gradient or an image. */
export function backgroundCost(expansion: Expansion, picture: Picture): Cost {
  const isGradient = typeof expansion.ground !== "string";
  const { width, height, pixels } = picture;
  const box = { picture, width, height, at: { x: 0, y: 0 }, isRotated: false, layouts: 1 };
  const layer = expansion.background;
  if (layer === undefined) return isGradient ? costOf("its gradient", pixels, 2 * GRADIENT_PIXEL_NS) : FREE;
  const url = "image_url" in layer && typeof layer.image_url === "string" ? layer.image_url : "";
  const image = picture.images.workOf(url);
  // The drawing covers the picture. No other fit makes it larger.
  const drawing = image.svg === undefined ? FREE : sourceCost(image.svg, "file", "cover", box);
  return addCosts([{ ...FREE, images: [image] }, drawing, pixelsCost({ opacity: 1, border_radius: 0 }, box)]);
}

/** Returns whether the ground of a picture has no translucent pixel. If so, the picture has none either. */
export function isOpaqueGround({ ground }: Expansion): boolean {
  const colors = typeof ground === "string" ? [ground] : ground.stops.map(({ color }) => color);
  return colors.every((color) => parseColor(color)?.alpha === 1);
}
