import { type LineLayer, lineLayer } from "../document/layers/line.js";
import { vectorItem } from "../compile/vector-item.js";
import { defineLayerRenderer, type Sized } from "../items/define-layer-renderer.js";
import { isVisible, solidFill } from "../paint/fill.js";
import { type Box, EMPTY_FRAGMENT, type Fragment } from "../paint/fragment.js";
import { ELLIPSE, RECTANGLE } from "../paint/outline.js";
import { sightOf } from "../paint/sight.js";
import { rotate } from "../paint/rotate.js";

type Line = Sized<LineLayer>;

/** The maximum number of dashes or dots. A line that is 16,000 px long and very thin would have a million of them. */
const MAX_MARKS = 2000;

export const lineRenderer = defineLayerRenderer(lineLayer, {
  autoColor: "color",
  coversBox: false,
  item: vectorItem((layer, view) => ({ fragment: paintLine(layer, view), warnings: [] })),
});

/** Paints a horizontal stroke across its box, as thick as the box is high. */
function paintLine(layer: Line, view: Box): Fragment {
  if (!isVisible(layer.color) || !sightOf(layer, view).isSeen(layer)) return EMPTY_FRAGMENT;
  const path = layer.line_style === "solid" ? RECTANGLE.path(layer) : marks(layer);
  return rotate(`<path d="${path}" ${solidFill(layer.color).attributes}/>`, layer, layer);
}

/**
 * Returns the path of dashes or dots. Dashes are twice as long as the line is thick, and dots are as long as it is
 * thick. The line begins and ends with a mark. The gaps are about as long as a mark. They are stretched so that the
 * marks fill the line exactly.
 */
function marks(layer: Line): string {
  const wanted = Math.max(layer.height * (layer.line_style === "dashed" ? 2 : 1), layer.width / (2 * MAX_MARKS));
  const length = Math.min(wanted, layer.width);
  const count = Math.max(1, Math.round((layer.width / length + 1) / 2));
  const step = count === 1 ? 0 : (layer.width - length) / (count - 1);
  const { y, height } = layer;
  const { path } = layer.line_style === "dotted" ? ELLIPSE : RECTANGLE;
  return Array.from({ length: count }, (_, index) =>
    path({ x: layer.x + index * step, y, width: length, height }),
  ).join("");
}
