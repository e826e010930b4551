import { formatColor } from "../../contract/template/color.js";
import { type SvgLayer } from "../../contract/template/layers.js";
import { readSvg, writeSvgContent } from "../../contract/template/svg/sanitize-svg.js";
import { paintBox } from "./box-ink.js";
import { readColor } from "./fill.js";
import { type Box, type Fragment, inflate, unite } from "./fragment.js";
import { insetPath, type Outline } from "./outline.js";
import { contentId, define, num } from "./svg.js";
import { turn } from "./turn.js";

/** An author's drawing in its box, its `currentColor` the layer's; nothing of it hangs over the box. */
export function paintSvg(layer: SvgLayer): Fragment {
  const outline: Outline = { kind: "rectangle", radius: layer.border_radius };
  const { beneath, above, ink } = paintBox(layer, outline);
  const drawing = drawingOf(layer);
  if (drawing === "") return turn(beneath + above, ink, layer);
  const path = insetPath(outline, layer, layer.border_width);
  const { id, definition } = define("c", (name) => `<clipPath id="${name}"><path d="${path}"/></clipPath>`);
  const content = `${definition}<g clip-path="url(#${id})">${drawing}</g>`;
  const bounds = unite([ink, { x: layer.x, y: layer.y, width: layer.width, height: layer.height }]);
  return turn(beneath + content + above, bounds, layer);
}

function drawingOf(layer: SvgLayer): string {
  const read = layer.svg.trim() === "" ? undefined : readSvg(layer.svg);
  if (read === undefined || "fault" in read) return "";
  const { viewBox } = read.svg;
  const box = inflate(layer, -layer.border_width);
  const { scaleX, scaleY } = scalesOf(viewBox, box, layer.fit);
  const x = box.x + (box.width - viewBox.width * scaleX) / 2 - viewBox.x * scaleX;
  const y = box.y + (box.height - viewBox.height * scaleY) / 2 - viewBox.y * scaleY;
  const content = writeSvgContent(read.svg, contentId("s", layer.svg));
  const color = formatColor(readColor(layer.color));
  return `<g transform="matrix(${exact(scaleX)} 0 0 ${exact(scaleY)} ${num(x)} ${num(y)})" color="${color}">${content}</g>`;
}

function scalesOf(from: Box, to: Box, fit: SvgLayer["fit"]): { scaleX: number; scaleY: number } {
  const [scaleX, scaleY] = [to.width / from.width, to.height / from.height];
  if (fit === "fill") return { scaleX, scaleY };
  const scale = { contain: Math.min(scaleX, scaleY), cover: Math.max(scaleX, scaleY), none: 1 }[fit];
  return { scaleX: scale, scaleY: scale };
}

/** A factor: three decimals would be too few for a small drawing in a large box. */
function exact(value: number): string {
  return String(Number(value.toPrecision(9)));
}
