/**
 * Finds the places of the layers of a document, as far as they can be known without fonts and images. An unknown length
 * counts as the longest length that the picture can show.
 */
import type { Layer, Side } from "../document/layer-types/define-layer.js";
import type { Picture, PlacedBox } from "./cost.js";
import { hasPrintedParts, printedPart } from "./printed-part.js";

/** A layer with its box, and the layers inside. */
export interface PlacedLayer {
  readonly layer: Layer;
  readonly box: PlacedBox;
  readonly children: readonly PlacedLayer[];
}

/** Returns the layers of a document with their boxes. */
export function placeLayers(layers: readonly Layer[], picture: Picture): PlacedLayer[] {
  const { width, height } = picture;
  return layers.map((layer) =>
    place(layer, { picture, width, height, at: { x: 0, y: 0 }, isRotated: false, layouts: 1 }),
  );
}

function place(layer: Layer, around: PlacedBox): PlacedLayer {
  const isRotated = around.isRotated || layer.rotation % 360 !== 0;
  const at = around.at === undefined ? undefined : { x: around.at.x + layer.x, y: around.at.y + layer.y };
  const width = lengthOf(layer.width, around.width);
  const height = lengthOf(layer.height, around.height);
  const { layouts: measured, baselines: aligned } = around;
  const own: PlacedBox = {
    picture: around.picture,
    width,
    height,
    at,
    isRotated,
    layouts: measured,
    baselines: aligned,
  };
  const printed = printedPart(layer, own);
  const box = printed?.box ?? own;
  if (layer.children === undefined) return { layer, box, children: [] };
  const flows = "layout" in layer && layer.layout !== "absolute";
  // A row or column measures its layers again when it divides its room.
  const layouts = flows ? around.layouts + 1 : around.layouts;
  // It finds the baseline of a text before and after it divides its room.
  const isOnBaseline = flows && "align_items" in layer && layer.align_items === "baseline";
  const baselines = (around.baselines ?? 0) + (isOnBaseline ? 2 : 0);
  const inner = { width, height, isRotated, layouts, baselines };
  const inside = ({ picture, at: corner }: PlacedBox) => ({
    ...inner,
    picture,
    at: flows || isRotated ? undefined : corner,
  });
  const children = layer.children.map((child) => place(child, inside(box)));
  // The content of a shadow is drawn for the shadow, and then written in vectors. Images in it are drawn again.
  const again = printed?.isTraced === true ? layer.children.filter((child) => hasPrintedParts(child, own.picture)) : [];
  return { layer, box, children: [...children, ...again.map((child) => place(child, inside(own)))] };
}

/**
 * Returns the length of a side in document pixels. A side that fills or hugs is at most as long as the surrounding box.
 */
function lengthOf(side: Side, around: number): number {
  return typeof side === "number" ? side : around;
}
