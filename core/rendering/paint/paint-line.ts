import { type LineLayer } from "../../contract/template/layers.js";
import { isVisible, solidFill } from "./fill.js";
import { type Fragment, NO_INK } from "./fragment.js";
import { outlinePath } from "./outline.js";
import { turn } from "./turn.js";

/** Marks of a dashed or dotted line: a line 16,000 px long and a hair thick must not become a million of them. */
const MAX_MARKS = 2000;

/** A horizontal stroke through its box, as thick as the box is high. */
export function paintLine(layer: LineLayer): Fragment {
  if (!isVisible(layer.color)) return NO_INK;
  const path = layer.line_style === "solid" ? rectangleAt(layer, layer.x, layer.width) : marks(layer);
  return turn(`<path d="${path}" ${solidFill(layer.color).attributes}/>`, layer, layer);
}

/**
 * Dashes are twice as long as the line is thick, dots as long. They begin and end the line; the gaps between, about as
 * long as a mark, are stretched to come out even.
 */
function marks(layer: LineLayer): string {
  const wanted = Math.max(layer.height * (layer.line_style === "dashed" ? 2 : 1), layer.width / (2 * MAX_MARKS));
  const length = Math.min(wanted, layer.width);
  const count = Math.max(1, Math.round((layer.width / length + 1) / 2));
  const step = count === 1 ? 0 : (layer.width - length) / (count - 1);
  const mark = layer.line_style === "dotted" ? dotAt : rectangleAt;
  return Array.from({ length: count }, (_, index) => mark(layer, layer.x + index * step, length)).join("");
}

function rectangleAt({ y, height }: LineLayer, x: number, width: number): string {
  return outlinePath({ kind: "rectangle", radius: 0 }, { x, y, width, height });
}

function dotAt({ y, height }: LineLayer, x: number, width: number): string {
  return outlinePath({ kind: "ellipse" }, { x, y, width, height });
}
