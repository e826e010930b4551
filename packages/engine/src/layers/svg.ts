import { formatColor, parseColor } from "../document/attributes/color.js";
import { FIRST_EDITION } from "../document/edition.js";
import { type SvgLayer, svgLayer } from "../document/layers/svg.js";
import { readLetteredSvg, readSvg } from "../document/svg/read-svg.js";
import type { SafeSvg } from "../document/svg/safe-svg.js";
import { asSvgFile, rewriteSvgFile } from "../document/svg/write-svg-file.js";
import { imageItem } from "../compile/image-item.js";
import type { FontLibrary } from "../fonts/font-library.js";
import { markAsSafe } from "../images/safe-image.js";
import { defineLayerRenderer, inItsBox, type Sized } from "../items/define-layer-renderer.js";
import type { Item, LayerItemTools } from "../items/item.js";
import type { ImageSpec } from "../paint/image-spec.js";
import { PLAIN_IMAGE } from "../images/plain-image.js";
import { boxOf } from "../paint/paint-box.js";
import { UNLIMITED } from "../shared/work.js";
import { svgFindings } from "../svg-text/drawable-file.js";
import { svgWarnings } from "../svg-text/svg-warnings.js";

/** An SVG layer with the language of its texts (BCP 47). */
type ResolvedSvg = Sized<SvgLayer> & { readonly language: string };

export const svgRenderer = defineLayerRenderer<typeof svgLayer, ResolvedSvg>(svgLayer, {
  autoColor: "color",
  resolve: (layer, laid, { language }): ResolvedSvg[] => inItsBox(layer, laid).map((svg) => ({ ...svg, language })),
  check: async (layer, fonts) => {
    const svg = drawingOf(layer, fonts);
    if (svg === undefined) return [];
    const { language } = layer;
    return svgWarnings(layer, await svgFindings(svg, fonts, { language, spend: UNLIMITED }), fonts.edition);
  },
  // A drawing is often decoration, which can extend beyond an edge.
  ink: (layer) => (layer.svg.trim() === "" ? undefined : { box: boxOf(layer), tolerance: Number.POSITIVE_INFINITY }),
  item: svgItem,
});

/** Returns the sanitized drawing of a layer, if it has one. In the first edition, it has no texts. */
function drawingOf({ svg }: Pick<SvgLayer, "svg">, { edition }: FontLibrary): SafeSvg | undefined {
  if (svg.trim() === "") return undefined;
  const read = edition === FIRST_EDITION ? readSvg(svg) : readLetteredSvg(svg);
  return "issue" in read ? undefined : read.svg;
}

/**
 * Creates the item of an image: the image library draws the sanitized drawing. It is not part of the SVG of the
 * picture, where groups or clips far outside of the drawing's area would abort the rasterizer.
 */
function svgItem({ svg, color, fit, ...layer }: ResolvedSvg, tools: LayerItemTools): Item {
  const drawing = drawingOf({ svg }, tools.resources.fonts);
  const image: ImageSpec = {
    ...PLAIN_IMAGE,
    ...layer,
    // The address is not part of any key: the bytes of the file are.
    image_url: drawing === undefined ? "" : "data:,svg",
    fit,
    fallback_color: layer.background_color,
  };
  const bytes = drawing && fileOf(drawing, formatColor(parseColor(color) ?? BLACK));
  return imageItem(image, bytes && { bytes }, tools);
}

const BLACK = { red: 0, green: 0, blue: 0, alpha: 1 };

/** The files of drawings that were written last, with their colors. */
const files = new WeakMap<SafeSvg, { readonly color: string; readonly bytes: Uint8Array }>();

function fileOf(drawing: SafeSvg, color: string): Uint8Array {
  const known = files.get(drawing);
  if (known?.color === color) return known.bytes;
  const file = asSvgFile(drawing, color);
  const bytes = Buffer.from(rewriteSvgFile(file));
  markAsSafe(bytes, file);
  files.set(drawing, { color, bytes });
  return bytes;
}
