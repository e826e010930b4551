/**
 * Estimates what a render costs, before anything is written. It is linear in the size of the expanded document: each
 * character and each layer is looked at once. It knows neither uploaded fonts nor remote images, and assumes the worst of them.
 */
import { MAX_PICTURE_PIXELS, type TemplateDocument } from "../template/document.js";
import { hugs, maxSizeOf } from "../template/document-size.js";
import type { Expansion } from "../template/expand-layers.js";
import type { LayerRegistry } from "../template/layer-registry.js";
import { LAYERS } from "../template/layers/registry.js";
import { type Output, pictureSize } from "../template/output.js";
import { costOf, type Picture } from "./cost.js";
import { ENCODED_PIXEL_NS, FRAME_PIXEL_NS, RENDER_NS } from "./cost-figures.js";
import { backgroundCost } from "./background-cost.js";
import { CostSum } from "./cost-sum.js";
import type { Estimate } from "./estimate.js";
import { layersDrawnTwice } from "./layers-drawn-twice.js";
import { PictureImages } from "./picture-images.js";
import { placeLayers } from "./place-layers.js";
import { fontFilesCost, uploadedFamilies } from "./uploaded-fonts.js";

/** The frame of the template, and that of the request. */
const FRAME_BYTES = 8;
/** What an encoder needs besides. */
const ENCODER_BYTES = { png: 8, jpg: 8, webp: 12, avif: 32 } as const;

/** Estimates the render of a checked document. `expansion` is that of the document with a checked request. */
export function estimateCost(
  document: TemplateDocument,
  expansion: Expansion,
  output: Pick<Output, "format" | "scale" | "transparent">,
  registry: LayerRegistry = LAYERS,
): Estimate {
  const whole = maxSizeOf(document);
  const size = pictureSize(whole, output.scale);
  const scale = Math.max(size.width / whole.width, size.height / whole.height);
  const picture: Picture = {
    ...whole,
    hugs: hugs(document),
    scale,
    pixels: size.width * size.height,
    maxPixels: MAX_PICTURE_PIXELS,
    fontsOf: new Set(),
    familiesOf: new Set(),
    images: new PictureImages(),
    uploadedFamilies: uploadedFamilies(document),
  };
  const placed = placeLayers(expansion.layers, picture);
  const sum = new CostSum(document, registry);
  if (!output.transparent) sum.add("background", backgroundCost(document, expansion, picture));
  if (document.fonts.length > 0) sum.add("fonts", fontFilesCost(document));
  sum.addLayers(placed);
  sum.addAutoColors(placed);
  sum.addLayers(placeLayers(layersDrawnTwice(document, expansion, registry), picture));
  const { plain, photo } = ENCODED_PIXEL_NS[output.format];
  const perPixel = FRAME_PIXEL_NS + (sum.hasImages ? photo : plain);
  const frame = costOf(`${output.format} of ${(picture.pixels / 1e6).toFixed(1)} megapixels`, picture.pixels, perPixel);
  const memoryBytes = picture.pixels * ENCODER_BYTES[output.format];
  sum.add("output", { ...frame, cpuMs: frame.cpuMs + RENDER_NS / 1e6, memoryBytes });
  return sum.estimate(picture.pixels * FRAME_BYTES);
}
