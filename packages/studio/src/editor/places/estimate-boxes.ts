/**
 * Where the layers are: as the service has laid them out, corrected by what has changed since then. So handles follow a
 * change at once, and the next response of the service replaces the estimate.
 */
import { canvasHeight, type EditedDocument, type EditedLayer } from "../document/edited-document.js";
import type { Box } from "../geometry/box.js";
import { toCanvas } from "../geometry/compose.js";

/** The response of the service about a document. */
export interface KnownLayout {
  readonly document: EditedDocument;
  /** The boxes relative to the group around each layer, by the ID of the layer. */
  readonly local: ReadonlyMap<string, Box>;
  /** The colors that the service has chosen, by the ID of the layer. @default none is automatic */
  readonly autoColors?: ReadonlyMap<string, string>;
}

/** Returns the boxes of all layers on the canvas. A layer whose size nobody knows yet has none. */
export function estimateBoxes(document: EditedDocument, known?: KnownLayout): ReadonlyMap<string, Box> {
  const before = known === undefined ? new Map<string, EditedLayer>() : layersById(known.document.layers);
  const boxes = new Map<string, Box>();
  const visit = (layers: readonly EditedLayer[], parent: Box): void => {
    for (const layer of layers) {
      const local = localBox(layer, parent, known?.local.get(layer.id), before.get(layer.id));
      if (local === undefined) continue;
      const box = toCanvas(parent, local);
      boxes.set(layer.id, box);
      if (layer.children !== undefined) visit(layer.children, box);
    }
  };
  visit(document.layers, { x: 0, y: 0, width: document.width, height: canvasHeight(document), rotation: 0 });
  return boxes;
}

function localBox(
  layer: EditedLayer,
  parent: Box,
  known: Box | undefined,
  before: EditedLayer | undefined,
): Box | undefined {
  if (known !== undefined && before !== undefined) {
    return {
      x: known.x + change("x", before, layer),
      y: known.y + change("y", before, layer),
      width: sideNow("width", known.width, before, layer),
      height: sideNow("height", known.height, before, layer),
      rotation: known.rotation + change("rotation", before, layer),
    };
  }
  const [x, y] = [numeric(layer["x"]) ?? 0, numeric(layer["y"]) ?? 0];
  const width = layer["width"] === "fill" ? parent.width - x : numeric(layer["width"]);
  const height = layer["height"] === "fill" ? parent.height - y : numeric(layer["height"]);
  if (width === undefined || height === undefined) return undefined;
  return { x, y, width, height, rotation: numeric(layer["rotation"]) ?? 0 };
}

/** Returns by how much a number of a layer has changed. The change of an expression is unknown, and counts as 0. */
function change(name: string, before: EditedLayer, now: EditedLayer): number {
  const [first, second] = [numeric(before[name] ?? 0), numeric(now[name] ?? 0)];
  return first === undefined || second === undefined ? 0 : second - first;
}

function sideNow(name: string, known: number, before: EditedLayer, now: EditedLayer): number {
  return now[name] === before[name] ? known : (numeric(now[name]) ?? known);
}

function numeric(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function layersById(layers: readonly EditedLayer[]): Map<string, EditedLayer> {
  return new Map(layers.flatMap((layer) => [[layer.id, layer] as const, ...layersById(layer.children ?? [])]));
}
