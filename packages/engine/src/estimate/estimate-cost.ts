/**
 * Estimates the cost of a render before anything is written. Its time is linear in the size of the expanded document,
 * because it looks at each character and each layer once. It does not know uploaded fonts and assumes the worst for
 * them. An image whose size is not known counts as a typical photo.
 */
import { MAX_PICTURE_PIXELS } from "../limits/picture-limits.js";
import { printDensity } from "../limits/print-pixels.js";
import { FORMATS } from "../formats/registry.js";
import type { TemplateDocument } from "../document/document.js";
import { hugs, maxSizeOf } from "../document/document-size.js";
import { boundParts } from "../document/bound-layers.js";
import { type Expansion, expandLayers } from "../document/expand-layers.js";
import { FIRST_EDITION } from "../document/edition.js";
import { DEFAULT_FAMILY } from "../document/attributes/font-family.js";
import type { LayerRegistry } from "../document/layer-types/layer-registry.js";
import { LAYERS } from "../document/layers/registry.js";
import { shadowsFollowAlpha } from "../document/shadows-follow-alpha.js";
import { type Output, pictureSize } from "../document/output.js";
import type { Format } from "../formats/format.js";
import type { Picture } from "./cost.js";
import { backgroundCost, isOpaqueGround } from "./background-cost.js";
import { RenderCostSum } from "./render-cost-sum.js";
import type { Estimate } from "./estimate.js";
import { layersDrawnTwice } from "./layers-drawn-twice.js";
import { hiddenHtmlCost } from "./html-cost.js";
import type { KnownImages } from "./image-work.js";
import { outputCost } from "./output-cost.js";
import { PictureHtml } from "./picture-html.js";
import { PictureImages } from "./picture-images.js";
import { placeLayers } from "./place-layers.js";
import { fontFilesCost, pinnedFamilies, uploadedFamilies } from "./uploaded-fonts.js";

/** The bytes of a pixel in two frames: that of the template, and that of the request. */
const FRAME_BYTES = 8;

/** The inputs of an estimate besides the document and the request. */
export interface EstimateOptions {
  /** The layer types of the document. @default those of the template format */
  readonly registry?: LayerRegistry;
  /** The known facts about the images. @default the headers of data URIs */
  readonly images?: KnownImages;
}

/** The options of a request that determine the cost of its picture. */
export type EstimatedOutput = Pick<Output, "format" | "scale" | "transparent" | "quality">;

/** Estimates the render of a checked document. `expansion` is the expansion of the document for a checked request. */
export function estimateCost(
  document: TemplateDocument,
  expansion: Expansion,
  output: EstimatedOutput,
  { registry = LAYERS, images = {} }: EstimateOptions = {},
): Estimate {
  const whole = maxSizeOf(document);
  const size = pictureSize(whole, output.scale);
  const scale = Math.max(size.width / whole.width, size.height / whole.height);
  const { isVector = false }: Format = FORMATS[output.format];
  const picture: Picture = {
    ...whole,
    hugs: hugs(document),
    shadowsFollowAlpha: shadowsFollowAlpha(document),
    layerTypes: registry,
    drawsSvgTexts: document.edition !== FIRST_EDITION,
    scale,
    pixels: size.width * size.height,
    printDensity: isVector ? printDensity(scale, document.dpi) : undefined,
    maxPixels: MAX_PICTURE_PIXELS,
    // The default family is read when the process starts.
    fonts: { characters: new Set(), families: new Set([DEFAULT_FAMILY]) },
    htmlFonts: { characters: new Set(), families: new Set() },
    images: new PictureImages(images),
    html: new PictureHtml(),
    uploadedFamilies: uploadedFamilies(document),
    pinnedFamilies: pinnedFamilies(document),
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
  // A page is written from the request alone.
  const drawnTwice = isVector ? [] : layersDrawnTwice(document, expansion, bound, registry);
  sum.addLayers(placeLayers(drawnTwice, picture));
  const facts = { ...size, hasPhotos: sum.hasImages, isOpaque: !output.transparent && isOpaqueGround(expansion) };
  const frameBytes = picture.pixels * FRAME_BYTES;
  const { cost, effort } = outputCost(facts, output, picture, { cpuMs: sum.cpuMs, frameBytes });
  sum.add("output", cost);
  return { ...sum.estimate(frameBytes), hasUnknownImages: picture.images.hasUnknown, effort };
}
