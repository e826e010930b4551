import { ServiceError } from "../../contract/errors.js";
import { type TemplateDocument } from "../../contract/template/document.js";
import { expandLayers, rootScope } from "../../contract/template/expand-layers.js";
import { type ImageLayer } from "../../contract/template/layers.js";
import { checkOverrides, duplicateLayerNames, type Overrides } from "../../contract/template/overrides.js";
import { fillUrl } from "../../contract/template/text-template/fill-text.js";
import { flatten } from "../layout/flatten.js";
import { type MeasureText } from "../layout/laid-out.js";
import { layOut } from "../layout/lay-out.js";
import { faultsError } from "./faults.js";
import { type ResolvedLayer } from "./resolved-layer.js";

/**
 * The layers to paint, in paint order and in absolute boxes, with everything the request changes put in. A text that a
 * request brings is taken as it is, so an end user's words cannot ask for a variable. Automatic colours are still open.
 *
 * @throws ServiceError `DUPLICATE_LAYER_NAMES`, or `VALIDATION_ERROR` with every fault of the overrides.
 */
export function resolveLayers(document: TemplateDocument, overrides: Overrides, measure: MeasureText): ResolvedLayer[] {
  const duplicates = duplicateLayerNames(document);
  if (duplicates.length > 0) {
    const message = `Layer names must be unique; these are not: ${duplicates.join(", ")}.`;
    throw new ServiceError("DUPLICATE_LAYER_NAMES", message, { details: { names: duplicates } });
  }
  const issues = checkOverrides(document, overrides);
  if (issues.length > 0) throw faultsError("The request has a fault.", issues);
  const { layers } = expandLayers(document, overrides);
  return flatten(layOut(layers, document, measure), document.locale);
}

/** The image that a document has as its background, as the layer that lies beneath all others; it covers the document. */
export function backgroundImageOf(document: TemplateDocument, overrides: Overrides): ImageLayer | undefined {
  const { background, width, height } = document;
  if (typeof background === "string" || background.type !== "image") return undefined;
  return {
    ...NO_STYLE,
    type: "image",
    id: "background-image",
    width,
    height,
    image_url: fillUrl(background.image_url, rootScope(document, overrides)),
    fit: background.fit,
    crop: background.crop,
    focus_x: background.focus_x,
    focus_y: background.focus_y,
    background_color: background.color,
    fallback_color: background.color,
  };
}

const NO_STYLE = {
  x: 0,
  y: 0,
  rotation: 0,
  opacity: 1,
  hide: false,
  blur: 0,
  greyscale: false,
  brightness: 1,
  tint: "transparent",
  fallback_image_url: "",
  strict: false,
  border_color: "#000000",
  border_width: 0,
  border_radius: 0,
  shadow_color: "transparent",
  shadow_x: 0,
  shadow_y: 0,
  shadow_blur: 0,
} as const;
