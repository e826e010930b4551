import type { XmlElement } from "../document/svg/xml-tree.js";
import { type Box, inflate, unite } from "../paint/fragment.js";
import { boundsOf, type Matrix, multiply, readMatrix, scaleOf } from "./matrix.js";
import { readPath } from "./path-operators.js";
import type { RasterPart } from "./rasters.js";
import { numberOf, referenceOf, type SvgTree, writeElement } from "./svg-tree.js";
import { matrixText } from "./syntax.js";

/** Returns an element that has no vectors as a drawing of its own, with the area that it can touch. */
export function rasterPartOf(element: XmlElement, tree: SvgTree, toDocument: Matrix): RasterPart {
  const definitions = [...tree.definitions.values()].map(writeElement).join("");
  const svg = `<defs>${definitions}</defs><g transform="matrix(${matrixText(toDocument)})">${writeElement(element)}</g>`;
  const content = contentBox(element, tree, toDocument);
  const inside = multiply(toDocument, readMatrix(element.attributes.get("transform")));
  const filter = tree.definitions.get(referenceOf(element.attributes.get("filter")) ?? "");
  if (filter === undefined) return { svg, region: content, content };
  const deviation = deviationOf(filter);
  const isInDocument = filter.attributes.get("filterUnits") === "userSpaceOnUse";
  return {
    svg,
    region: isInDocument ? boundsOf(inside, boxOf(filter)) : content,
    content,
    deviation: deviation === undefined ? undefined : deviation * scaleOf(inside),
  };
}

function boxOf(element: XmlElement): Box {
  const number = (name: string) => numberOf(element, name);
  return { x: number("x"), y: number("y"), width: number("width"), height: number("height") };
}

/** Returns the smaller standard deviation of a filter that does nothing but blur. */
function deviationOf({ children }: XmlElement): number | undefined {
  const plain = children.filter(({ name }) => name !== "feColorMatrix");
  const [only] = plain;
  if (plain.length !== 1 || only?.name !== "feGaussianBlur") return undefined;
  const deviations = (only.attributes.get("stdDeviation") ?? "").split(" ").map(Number);
  const smallest = Math.min(...deviations);
  return smallest > 0 ? smallest : undefined;
}

/** Returns the box around everything that an element contains, in document coordinates. */
function contentBox(element: XmlElement, tree: SvgTree, around: Matrix): Box {
  const { name, attributes, children } = element;
  const matrix = multiply(around, readMatrix(attributes.get("transform")));
  if (name === "path") {
    const { bounds } = readPath(attributes.get("d") ?? "");
    const stroke = (attributes.get("stroke") ?? "none") === "none" ? 0 : numberOf(element, "stroke-width", 1);
    // A corner of a line can be as long as its miter limit allows.
    return boundsOf(matrix, inflate(bounds, (stroke / 2) * numberOf(element, "stroke-miterlimit", 4) + 1));
  }
  if (name === "image") return boundsOf(matrix, boxOf(element));
  const filter = tree.definitions.get(referenceOf(attributes.get("filter")) ?? "");
  const region = filter?.attributes.get("filterUnits") === "userSpaceOnUse" ? [boundsOf(matrix, boxOf(filter))] : [];
  return unite([...region, ...children.map((child) => contentBox(child, tree, matrix))]);
}
