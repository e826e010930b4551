import { formatColor, parseColor } from "../document/attributes/color.js";
import { type SvgLayer, svgLayer } from "../document/layers/svg.js";
import { readSvg } from "../document/svg/read-svg.js";
import { writeSvgFile } from "../document/svg/write-svg-file.js";
import { imageItem } from "../compile/image-item.js";
import { defineLayerRenderer, type Sized } from "../items/define-layer-renderer.js";
import type { ImageSpec } from "../paint/image-spec.js";
import { PLAIN_IMAGE } from "../images/plain-image.js";
import { boxOf } from "../paint/paint-box.js";

export const svgRenderer = defineLayerRenderer(svgLayer, {
  autoColor: "color",
  // A drawing is often decoration, which can extend beyond an edge.
  ink: (layer) => (layer.svg.trim() === "" ? undefined : { box: boxOf(layer), tolerance: Number.POSITIVE_INFINITY }),
  item: (layer, tools) => imageItem(asImage(layer), undefined, tools),
});

/**
 * Returns the drawing as an image layer. The image library draws the sanitized drawing. It is not part of the SVG of
 * the picture, where groups or clips far outside of the drawing's area would abort the rasterizer.
 */
function asImage({ svg, color, fit, ...layer }: Sized<SvgLayer>): ImageSpec {
  const read = svg.trim() === "" ? undefined : readSvg(svg);
  const file =
    read === undefined || "issue" in read ? "" : writeSvgFile(read.svg, formatColor(parseColor(color) ?? BLACK));
  return {
    ...PLAIN_IMAGE,
    ...layer,
    image_url: file === "" ? "" : `data:image/svg+xml;base64,${Buffer.from(file).toString("base64")}`,
    fit,
    fallback_color: layer.background_color,
  };
}

const BLACK = { red: 0, green: 0, blue: 0, alpha: 1 };
