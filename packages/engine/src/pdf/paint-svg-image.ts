import type { XmlElement } from "../document/svg/xml-tree.js";
import type { Box } from "../paint/fragment.js";
import { type Canvas, within } from "./canvas.js";
import { addImage } from "./encoded-image.js";
import { encodeFile } from "./encode-file.js";
import { fitInto } from "./fit-into.js";
import { imageMatrix, type Matrix, scaleOf } from "./matrix.js";
import type { SvgTools } from "./svg-tools.js";
import { numberOf, readSvgTree } from "./svg-tree.js";
import { matrixText, nums } from "./syntax.js";
import { Unsupported } from "./unsupported.js";

/** The largest number of drawings inside each other. */
const MAX_DEPTH = 4;

const DATA = /^data:image\/(?:png|jpe?g|gif|webp|svg\+xml);base64, ?/;

/** Paints an image of a drawing. An image that is a drawing itself stays in vectors. */
export async function paintSvgImage(
  tools: SvgTools,
  canvas: Canvas,
  element: XmlElement,
  paintTree: (tools: SvgTools, canvas: Canvas) => Promise<void>,
): Promise<void> {
  const href = element.attributes.get("href") ?? "";
  const [head] = DATA.exec(href) ?? [];
  if (head === undefined) throw new Unsupported("The image has an unknown type.");
  const bytes = Buffer.from(href.slice(head.length), "base64");
  const view = {
    x: numberOf(element, "x"),
    y: numberOf(element, "y"),
    width: numberOf(element, "width"),
    height: numberOf(element, "height"),
  };
  const fitting = element.attributes.get("preserveAspectRatio") ?? "xMidYMid meet";
  const { spend, sheet, depth } = tools;
  if (head.includes("svg")) {
    if (depth >= MAX_DEPTH) throw new Unsupported("Drawings are nested too deeply.");
    const tree = readSvgTree(bytes);
    const place = fitInto(view, tree, fitting);
    const matrix: Matrix = [place.width / tree.width, 0, 0, place.height / tree.height, place.x, place.y];
    await within(canvas, matrix, async (inner) => {
      inner.operators.push(`${nums([0, 0, tree.width, tree.height])} re W n`);
      await paintTree({ ...tools, tree, depth: depth + 1 }, inner);
    });
    return;
  }
  const { image, width, height } = await encodeFile(bytes, spend);
  const place = fitInto(view, { width, height }, fitting);
  const name = addImage(sheet, image);
  const clip = place.width > view.width || place.height > view.height ? `${nums(valuesOf(view))} re W n ` : "";
  const matrix = imageMatrix(place, scaleOf(canvas.toDocument));
  canvas.operators.push(`q ${clip}${matrixText(matrix)} cm ${name} Do Q`);
}

function valuesOf({ x, y, width, height }: Box): number[] {
  return [x, y, width, height];
}
