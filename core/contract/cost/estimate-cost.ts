/**
 * Estimates what a render costs, before anything is written. It is linear in the size of the expanded document: each
 * character and each layer is looked at once. It knows neither uploaded fonts nor remote images, and assumes the worst of them.
 */
import type { ImageFormat } from "../image-format.js";
import { MAX_PICTURE_PIXELS, type TemplateDocument } from "../template/document.js";
import { hugs, maxSizeOf } from "../template/document-size.js";
import type { Expansion } from "../template/expand-layers.js";
import type { LayerRegistry } from "../template/layer-registry.js";
import { LAYERS } from "../template/layers/registry.js";
import { type Output, pictureSize } from "../template/output.js";
import { addCosts, type Cost, costOf, FREE, type Picture } from "./cost.js";
import { AVIF_SQUARE_PX, ENCODED_PIXEL_NS, FIRST_IMAGE_NS, FRAME_PIXEL_NS, RENDER_NS } from "./cost-figures.js";
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
  sum.add("output", outputCost(size, output.format, sum.hasImages, picture));
  return sum.estimate(picture.pixels * FRAME_BYTES);
}

/** The frame of the picture, its encoder, and what a render takes in any case. */
function outputCost(
  size: { readonly width: number; readonly height: number },
  format: ImageFormat,
  hasPhotos: boolean,
  { pixels, images }: Picture,
): Cost {
  const { plain, photo } = ENCODED_PIXEL_NS[format];
  const encoded = format === "avif" ? squared(size.width) * squared(size.height) : pixels;
  const reason = `${format} of ${(pixels / 1e6).toFixed(1)} megapixels`;
  return addCosts([
    costOf(reason, encoded, hasPhotos ? photo : plain, ENCODER_BYTES[format]),
    costOf(reason, pixels, FRAME_PIXEL_NS),
    costOf(reason, 1, RENDER_NS),
    format !== "png" || images.isUsed ? costOf("the library for images", 1, FIRST_IMAGE_NS) : FREE,
  ]);
}

function squared(side: number): number {
  return Math.ceil(side / AVIF_SQUARE_PX) * AVIF_SQUARE_PX;
}
