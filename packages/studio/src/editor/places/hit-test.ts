/** Finds the layers that a pointer hits. */
import type { EditedDocument, EditedLayer } from "../document/edited-document.js";
import { allLayers } from "../document/layer-tree.js";
import { type Box, containsPoint, type Point, type Rectangle, touches } from "../geometry/box.js";

/** The rules about which layers can be selected. */
export interface HitSettings {
  /** The group that was opened by a double click. Only layers in it can be hit, and groups in it as a whole. */
  readonly within?: string | undefined;
  /** Hits the innermost layer, through all groups. */
  readonly isDeep?: boolean;
  /** Layers that nothing selects on the canvas. */
  readonly locked?: ReadonlySet<string>;
  /** The distance around a box that counts as the box, so that thin lines can be hit. */
  readonly tolerance?: number;
}

/** Lists the layers at a point from the topmost one. */
export function layersAt(
  document: EditedDocument,
  boxes: ReadonlyMap<string, Box>,
  point: Point,
  settings: HitSettings = {},
): readonly string[] {
  return candidates(document, settings)
    .filter(({ id }) => {
      const box = boxes.get(id);
      return box !== undefined && containsPoint(box, point, settings.tolerance);
    })
    .map(({ id }) => id)
    .reverse();
}

/**
 * Returns the layer that a click selects: the topmost one, or the next one below it if the same place is clicked again.
 * @param selected the layer that the last click at this place has selected
 */
export function layerToSelect(hits: readonly string[], selected: string | undefined): string | undefined {
  const before = selected === undefined ? -1 : hits.indexOf(selected);
  return hits[(before + 1) % Math.max(1, hits.length)];
}

/** Lists the layers that a selection rectangle touches, in paint order. */
export function layersTouching(
  document: EditedDocument,
  boxes: ReadonlyMap<string, Box>,
  rectangle: Rectangle,
  settings: HitSettings = {},
): readonly string[] {
  return candidates(document, settings)
    .filter(({ id }) => {
      const box = boxes.get(id);
      return box !== undefined && touches(box, rectangle);
    })
    .map(({ id }) => id);
}

function candidates(document: EditedDocument, settings: HitSettings): readonly EditedLayer[] {
  const { within, isDeep = false, locked = new Set() } = settings;
  return allLayers(document)
    .filter(({ layer, ancestors }) => {
      const around = [layer, ...ancestors];
      if (around.some((one) => one["hide"] === true || locked.has(one.id))) return false;
      if (isDeep) return layer.children === undefined || layer.children.length === 0;
      return ancestors.at(-1)?.id === within;
    })
    .map(({ layer }) => layer);
}
