/** Finds and replaces layers in the tree of a document. Parts that do not change are shared. */
import type { EditedDocument, EditedLayer } from "./edited-document.js";

/** A layer and its place. */
export interface PlacedLayer {
  readonly layer: EditedLayer;
  /** The groups around the layer, from the outermost one. */
  readonly ancestors: readonly EditedLayer[];
  /** Its place among its siblings, in paint order. */
  readonly index: number;
}

/** Lists all layers in paint order. A group comes before its children. */
export function allLayers(document: EditedDocument): readonly PlacedLayer[] {
  const found: PlacedLayer[] = [];
  const visit = (layers: readonly EditedLayer[], ancestors: readonly EditedLayer[]): void => {
    for (const [index, layer] of layers.entries()) {
      found.push({ layer, ancestors, index });
      if (layer.children !== undefined) visit(layer.children, [...ancestors, layer]);
    }
  };
  visit(document.layers, []);
  return found;
}

/** Returns a layer and its place, or undefined if the document has no such layer. */
export function findLayer(document: EditedDocument, id: string): PlacedLayer | undefined {
  return allLayers(document).find(({ layer }) => layer.id === id);
}

/** Returns the layers that are directly in a group, or at the top if there is no parent. */
export function siblingsIn(document: EditedDocument, parentId: string | undefined): readonly EditedLayer[] {
  if (parentId === undefined) return document.layers;
  return findLayer(document, parentId)?.layer.children ?? [];
}

/** Returns the ID of the group around a layer, or undefined at the top. */
export function parentOf(document: EditedDocument, id: string): string | undefined {
  return findLayer(document, id)?.ancestors.at(-1)?.id;
}

/** Changes some layers. */
export function updateLayers(
  document: EditedDocument,
  ids: ReadonlySet<string>,
  change: (layer: EditedLayer) => EditedLayer,
): EditedDocument {
  const visit = (layers: readonly EditedLayer[]): readonly EditedLayer[] =>
    mapShared(layers, (layer) => {
      const inside = layer.children === undefined ? undefined : visit(layer.children);
      const changed = inside === layer.children ? layer : { ...layer, children: inside ?? [] };
      return ids.has(layer.id) ? change(changed) : changed;
    });
  return withLayers(document, visit(document.layers));
}

/** Changes the list of layers in a group, or at the top if there is no parent. */
export function updateSiblings(
  document: EditedDocument,
  parentId: string | undefined,
  change: (layers: readonly EditedLayer[]) => readonly EditedLayer[],
): EditedDocument {
  if (parentId === undefined) return withLayers(document, change(document.layers));
  return updateLayers(document, new Set([parentId]), (group) => {
    const changed = change(group.children ?? []);
    return changed === group.children ? group : { ...group, children: changed };
  });
}

/** Removes layers wherever they are. */
export function removeLayers(document: EditedDocument, ids: ReadonlySet<string>): EditedDocument {
  const visit = (layers: readonly EditedLayer[]): readonly EditedLayer[] => {
    const kept = layers.filter(({ id }) => !ids.has(id));
    const mapped = mapShared(kept, (layer) => {
      if (layer.children === undefined) return layer;
      const inside = visit(layer.children);
      return inside === layer.children ? layer : { ...layer, children: inside };
    });
    return kept.length === layers.length && mapped === kept ? layers : mapped;
  };
  return withLayers(document, visit(document.layers));
}

/** Returns the IDs in paint order, without those of layers whose group is also among them. */
export function outermost(document: EditedDocument, ids: ReadonlySet<string>): readonly string[] {
  return allLayers(document)
    .filter(({ layer, ancestors }) => ids.has(layer.id) && !ancestors.some(({ id }) => ids.has(id)))
    .map(({ layer }) => layer.id);
}

function withLayers(document: EditedDocument, layers: readonly EditedLayer[]): EditedDocument {
  return layers === document.layers ? document : { ...document, layers };
}

/** Maps a list, and returns the same list if nothing in it changes. */
function mapShared<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const mapped = list.map(change);
  return mapped.every((item, index) => item === list[index]) ? list : mapped;
}
