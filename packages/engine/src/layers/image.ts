import { imageLayer } from "../document/layers/image.js";
import { readSvgFile } from "../document/svg/read-svg.js";
import type { SafeSvg } from "../document/svg/safe-svg.js";
import { decodeDataUri } from "../images/data-uri.js";
import { UNLIMITED } from "../shared/work.js";
import { svgFindings } from "../svg-text/drawable-file.js";
import { svgWarnings } from "../svg-text/svg-warnings.js";
import { imageItem, isRemote } from "../compile/image-item.js";
import { defineLayerRenderer } from "../items/define-layer-renderer.js";
import { boxOf } from "../paint/paint-box.js";

export const imageRenderer = defineLayerRenderer(imageLayer, {
  imageUrls: ({ image_url }) => [image_url],
  // The image at an address can change at any time.
  mayChange: ({ image_url, fallback_image_url }) => isRemote(image_url) || fallback_image_url !== "",
  // A photo that fills its box often extends beyond an edge on purpose. An image that must be visible as a whole does
  // not.
  ink: (layer) => {
    if (layer.image_url === "") return undefined;
    return { box: boxOf(layer), tolerance: layer.fit === "contain" ? 0.5 : Number.POSITIVE_INFINITY };
  },
  check: async (layer, fonts) => {
    const svg = drawingOf(layer.image_url);
    if (svg === undefined) return [];
    return svgWarnings(layer, await svgFindings(svg, fonts, { spend: UNLIMITED }), fonts.edition);
  },
  item: (layer, tools) => imageItem(layer, tools.images.get(layer.image_url), tools),
});

/** Returns the drawing of a data URI, if it is an SVG that can be drawn. Other images are only loaded to be drawn. */
function drawingOf(url: string): SafeSvg | undefined {
  const bytes = /^data:image\/svg/i.test(url) ? decodeDataUri(url) : undefined;
  const read = bytes && readSvgFile(Buffer.from(bytes).toString("utf8"));
  return read !== undefined && "svg" in read ? read.svg : undefined;
}
