/** Writes the parts that no layer but a drawing can show. */
import { readSvg, type SafeElement, TEXT_NODE, writeSvgFile, type XmlElement } from "@image-render/engine/svg";
import type { ImageFiles } from "./image-files.js";
import { type Drawing, type Layer, type LayerPiece, type Piece, placeOf } from "./layer.js";
import { type Box, type Matrix, unite } from "./matrix.js";
import type { Source } from "./source.js";
import type { Style } from "./style.js";

/** The maximum length of the text of an `svg` layer, in characters. */
const MAX_SVG_LENGTH = 100_000;
/** The length after which a further drawing begins a layer of its own. */
const MAX_MERGED_LENGTH = 60_000;
/** The depth of definitions that refer to others. */
const MAX_DEFINITION_DEPTH = 16;

/** Attributes that the importer handles itself. */
const EFFECTS = new Set(["transform", "opacity", "filter", "clip-path", "mask", "mix-blend-mode", "id", "isolation"]);
const TEXT_ONLY = /^(?:font|text|letter|word|xml:|direction|writing|baseline|alignment|dominant)/;

/** Returns the element of a shape in the coordinates around it. */
export function shapeNode({ name }: XmlElement, style: Style, matrix: Matrix): SafeElement {
  const kept = [...style].filter(([key]) => !EFFECTS.has(key) && !TEXT_ONLY.test(key));
  const attributes = new Map([...kept, ["transform", matrixText(matrix)] as const]);
  return { name, attributes, children: [] };
}

/** Puts elements into a group with attributes. */
export function groupNode(
  attributes: readonly (readonly [string, string])[],
  children: readonly SafeElement[],
): SafeElement {
  return { name: "g", attributes: new Map(attributes), children };
}

/** Writes a transform. */
export function matrixText(matrix: Matrix): string {
  return `matrix(${matrix.map((value) => Number(value.toFixed(6))).join(" ")})`;
}

/** Merges neighboring drawings, and turns each into a layer. */
export function drawingsToLayers(
  pieces: readonly Piece[],
  view: Box | undefined,
  files: ImageFiles,
  source: Source,
): LayerPiece[] {
  const layers: LayerPiece[] = [];
  let merged: Drawing[] = [];
  let length = 0;
  const finish = () => {
    const layer = merged.length === 0 ? undefined : drawingLayer(merged, view, files, source);
    if (layer !== undefined) layers.push(layer);
    [merged, length] = [[], 0];
  };
  for (const piece of pieces) {
    if (piece.kind === "layer") {
      finish();
      layers.push(piece);
      continue;
    }
    const own = piece.nodes.reduce((sum, node) => sum + lengthOfNode(node), 0);
    const isOther = merged.some(({ needsFile }) => needsFile !== piece.needsFile);
    if (isOther || length + own > MAX_MERGED_LENGTH) finish();
    merged.push(piece);
    length += own;
  }
  finish();
  return layers;
}

function lengthOfNode({ attributes, children }: SafeElement): number {
  let length = 20;
  for (const [name, value] of attributes) length += name.length + value.length + 4;
  return children.reduce((sum, child) => sum + lengthOfNode(child), length);
}

function drawingLayer(
  drawings: readonly Drawing[],
  view: Box | undefined,
  files: ImageFiles,
  source: Source,
): LayerPiece | undefined {
  const bounds = visible(snap(unite(drawings.map((drawing) => drawing.bounds))), view);
  if (bounds === undefined) return undefined;
  const nodes = drawings.flatMap((drawing) => drawing.nodes);
  const definitions = definitionsOf(nodes, source);
  const children =
    definitions.length === 0 ? nodes : [{ name: "defs", attributes: new Map(), children: definitions }, ...nodes];
  const viewBox = bounds;
  const text = writeSvgFile({ viewBox, children, attributes: new Map() }, "#000000");
  const label = drawings.find((drawing) => drawing.label !== undefined)?.label ?? "drawing";
  const needsFile =
    drawings.some((drawing) => drawing.needsFile) || text.length > MAX_SVG_LENGTH || "issue" in readSvg(text);
  const place = { label, ...placeOf(bounds) };
  const layer: Layer = needsFile
    ? { type: "image", ...place, image_url: files.addSvg(text, label), fit: "fill" }
    : { type: "svg", ...place, svg: text, fit: "fill" };
  return { kind: "layer", layer, bounds };
}

/** Enlarges a box to whole pixels, so that the drawing is not resampled. */
function snap({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.ceil(x + width) - left),
    height: Math.max(1, Math.ceil(y + height) - top),
  };
}

/** Returns the part of a box inside of the view, or undefined if there is none. */
function visible(box: Box, view: Box | undefined): Box | undefined {
  if (view === undefined) return box;
  const [x, y] = [Math.max(box.x, view.x), Math.max(box.y, view.y)];
  const width = Math.min(box.x + box.width, view.x + view.width) - x;
  const height = Math.min(box.y + box.height, view.y + view.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** Returns the definitions that elements refer to, directly and through other definitions. */
function definitionsOf(nodes: readonly SafeElement[], source: Source): SafeElement[] {
  const found = new Map<string, SafeElement>();
  const visit = (node: SafeElement, depth: number) => {
    for (const id of idsOf(node)) {
      const element = found.has(id) || depth > MAX_DEFINITION_DEPTH ? undefined : source.byId.get(id);
      if (element === undefined) continue;
      const definition = deepNode(element, source);
      found.set(id, definition);
      visit(definition, depth + 1);
    }
    for (const child of node.children) visit(child, depth);
  };
  for (const node of nodes) visit(node, 0);
  return [...found.values()];
}

function idsOf({ attributes }: SafeElement): string[] {
  return [...attributes].flatMap(([name, value]) => {
    if (name === "href") return value.startsWith("#") ? [value.slice(1)] : [];
    return [...value.matchAll(/url\(\s*["']?#([^"')]+)/g)].map(([, id = ""]) => id);
  });
}

/** Returns a definition with everything inside. Its look does not depend on style rules any more. */
function deepNode(element: XmlElement, source: Source): SafeElement {
  const children = element.children.filter(({ name, isSvg }) => isSvg && name !== TEXT_NODE);
  return {
    name: element.name,
    attributes: source.styles.attributesOf(element),
    children: children.map((child) => deepNode(child, source)),
  };
}
