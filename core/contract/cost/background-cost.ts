import type { TemplateDocument } from "../template/document.js";
import type { Expansion } from "../template/expand-layers.js";
import { addCosts, type Cost, costOf, FREE, type Picture } from "./cost.js";
import { GRADIENT_PIXEL_NS } from "./cost-figures.js";
import { pixelsCost } from "./image-cost.js";

/** The cost of a document's background besides its frame: a gradient, or an image. */
export function backgroundCost({ background }: TemplateDocument, expansion: Expansion, picture: Picture): Cost {
  const isGradient = typeof background !== "string" && "stops" in background;
  const { width, height, pixels } = picture;
  const box = { picture, width, height, at: { x: 0, y: 0 }, isTurned: false, layouts: 1 };
  const layer = expansion.background;
  if (layer === undefined) return isGradient ? costOf("its gradient", pixels, 2 * GRADIENT_PIXEL_NS) : FREE;
  const url = "image_url" in layer && typeof layer.image_url === "string" ? layer.image_url : "";
  const image = { ...FREE, decodedPixels: picture.images.sizeOf(url).pixels };
  return addCosts([image, pixelsCost({ opacity: 1, border_radius: 0 }, box)]);
}
