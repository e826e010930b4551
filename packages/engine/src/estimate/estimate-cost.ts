/**
 * Estimates the cost of a render before anything is written. Its time is linear in the size of the expanded document,
 * because it looks at each character and each layer once. It knows neither uploaded fonts nor remote images, and
 * assumes the worst for them.
 */
import { FORMATS, type ImageFormat } from "../formats/registry.js";
import { MAX_PICTURE_PIXELS } from "../limits/picture-limits.js";
import type { TemplateDocument } from "../document/document.js";
import { hugs, maxSizeOf } from "../document/document-size.js";
import { boundParts } from "../document/bound-layers.js";
import { type Expansion, expandLayers } from "../document/expand-layers.js";
import { DEFAULT_FAMILY } from "../document/html/font-family.js";
import type { LayerRegistry } from "../document/layer-types/layer-registry.js";
import { LAYERS } from "../document/layers/registry.js";
import { type Output, pictureSize } from "../document/output.js";
import { addCosts, type Cost, costOf, FREE, type Picture } from "./cost.js";
import { FIRST_IMAGE_NS, FRAME_PIXEL_NS, RENDER_NS } from "./cost-figures.js";
import { backgroundCost, isOpaqueGround } from "./background-cost.js";
import { RenderCostSum } from "./render-cost-sum.js";
import type { Estimate } from "./estimate.js";
import { layersDrawnTwice } from "./layers-drawn-twice.js";
import { hiddenHtmlCost } from "./html-cost.js";
import { PictureHtml } from "./picture-html.js";
import { PictureImages } from "./picture-images.js";
import { placeLayers } from "./place-layers.js";
import { fontFilesCost, uploadedFamilies } from "./uploaded-fonts.js";

/** The bytes of a pixel in two frames: that of the template, and that of the request. */
const FRAME_BYTES = 8;

/** Estimates the render of a checked document. `expansion` is the expansion of the document for a checked request. */
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
    // The default family is read when the process starts.
    fonts: { characters: new Set(), families: new Set([DEFAULT_FAMILY]) },
    htmlFonts: { characters: new Set(), families: new Set() },
    images: new PictureImages(),
    html: new PictureHtml(),
    uploadedFamilies: uploadedFamilies(document),
  };
  const placed = placeLayers(expansion.layers, picture);
  const sum = new RenderCostSum(document);
  const bound = boundParts(document, registry);
  // A background with an expression is drawn for the compiled template, and again for the request.
  const grounds = bound.background ? [expansion, expandLayers(document, {}, registry)] : [expansion];
  for (const each of output.transparent ? [] : grounds) sum.add("background", backgroundCost(each, picture));
  if (document.fonts.length > 0) sum.add("fonts", fontFilesCost(document));
  sum.addLayers(placed);
  sum.add("layers", hiddenHtmlCost(document.layers, picture));
  sum.addAutoColors(placed);
  sum.addLayers(placeLayers(layersDrawnTwice(document, expansion, bound, registry), picture));
  const facts = { ...size, hasPhotos: sum.hasImages, isOpaque: !output.transparent && isOpaqueGround(expansion) };
  sum.add("output", outputCost(facts, output.format, picture));
  return sum.estimate(picture.pixels * FRAME_BYTES);
}

/** The facts that determine the cost of an encoder. */
interface Encoded {
  readonly width: number;
  readonly height: number;
  readonly hasPhotos: boolean;
  readonly isOpaque: boolean;
}

/** Returns the cost of the picture's frame and encoder, and the cost that every render has. */
function outputCost(encoded: Encoded, format: ImageFormat, { pixels, images }: Picture): Cost {
  const { width, height, hasPhotos, isOpaque } = encoded;
  const { pixelNs, estimatedBytes, squarePx = 1, needsSharp } = FORMATS[format];
  const encodedPixels = roundedUp(width, squarePx) * roundedUp(height, squarePx);
  const reason = `${isOpaque ? "" : "translucent "}${format} of ${(pixels / 1e6).toFixed(1)} megapixels`;
  return addCosts([
    costOf(reason, encodedPixels, hasPhotos ? pixelNs.photo : pixelNs.plain),
    costOf(reason, pixels, FRAME_PIXEL_NS, isOpaque ? estimatedBytes.opaque : estimatedBytes.translucent),
    costOf(reason, 1, RENDER_NS),
    images.isUsed || needsSharp ? costOf("the library for images", 1, FIRST_IMAGE_NS) : FREE,
  ]);
}

/** Rounds a side up to whole squares. */
function roundedUp(side: number, squarePx: number): number {
  return Math.ceil(side / squarePx) * squarePx;
}
