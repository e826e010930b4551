/** Everything that an editor does to layers. Each operation returns another document, and changes nothing itself. */
import { type EditedDocument, type EditedLayer, isExpression } from "./edited-document.js";
import { freshLayers } from "./fresh-names.js";
import {
  findLayer,
  outermost,
  parentOf,
  removeLayers,
  siblingsIn,
  updateLayers,
  updateSiblings,
} from "./layer-tree.js";

/** A document, and the layers that an operation has created or moved. */
export interface Outcome {
  readonly document: EditedDocument;
  readonly ids: readonly string[];
}

/** Sets attributes of layers. An undefined value removes the attribute, so that its default applies. */
export function setAttributes(
  document: EditedDocument,
  ids: Iterable<string>,
  values: Readonly<Record<string, unknown>>,
): EditedDocument {
  return updateLayers(document, new Set(ids), (layer) => withAttributes(layer, values));
}

/** Sets attributes of several layers, with values of its own for each layer. */
export function setEach(
  document: EditedDocument,
  values: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): EditedDocument {
  return updateLayers(document, new Set(values.keys()), (layer) => withAttributes(layer, values.get(layer.id) ?? {}));
}

function withAttributes(layer: EditedLayer, values: Readonly<Record<string, unknown>>): EditedLayer {
  const entries = Object.entries(values);
  if (entries.every(([name, value]) => Object.is(layer[name], value))) return layer;
  const changed: Record<string, unknown> = { ...layer };
  for (const [name, value] of entries) {
    if (value === undefined) Reflect.deleteProperty(changed, name);
    else changed[name] = value;
  }
  return changed as unknown as EditedLayer;
}

/** Sets keys of the document itself, such as its background. */
export function setDocument(document: EditedDocument, values: Readonly<Record<string, unknown>>): EditedDocument {
  const entries = Object.entries(values);
  if (entries.every(([name, value]) => Object.is(document[name], value))) return document;
  const kept = { ...document, ...values };
  return Object.fromEntries(
    Object.entries(kept).filter(([, value]) => value !== undefined),
  ) as unknown as EditedDocument;
}

/** Adds copies of layers with names and IDs that the document does not have, above everything in the group. */
export function insertLayers(
  document: EditedDocument,
  layers: readonly EditedLayer[],
  { parent, index }: { readonly parent?: string | undefined; readonly index?: number } = {},
): Outcome {
  const added = freshLayers(document, layers);
  const changed = updateSiblings(document, parent, (list) => list.toSpliced(index ?? list.length, 0, ...added));
  return { document: changed, ids: added.map(({ id }) => id) };
}

/** Copies layers above themselves, moved by some pixels so that the copy can be seen. */
export function duplicateLayers(document: EditedDocument, ids: ReadonlySet<string>, offsetPx: number): Outcome {
  let changed = document;
  const made: string[] = [];
  for (const id of outermost(document, ids)) {
    const place = findLayer(changed, id);
    if (place === undefined) continue;
    const moved = withAttributes(place.layer, shifted(place.layer, offsetPx, offsetPx));
    const outcome = insertLayers(changed, [moved], { parent: parentOf(changed, id), index: place.index + 1 });
    changed = outcome.document;
    made.push(...outcome.ids);
  }
  return { document: changed, ids: made };
}

/** Returns the attributes of a layer that is moved. An expression keeps its place, because only data may move it. */
export function shifted(layer: EditedLayer, dx: number, dy: number): Readonly<Record<string, unknown>> {
  const moved: Record<string, unknown> = {};
  for (const [name, by] of [
    ["x", dx],
    ["y", dy],
  ] as const) {
    const value = layer[name] ?? 0;
    if (typeof value === "number" && by !== 0) moved[name] = rounded(value + by);
    else if (!isExpression(value) && typeof value !== "number") moved[name] = rounded(by);
  }
  return moved;
}

/** Rounds a coordinate to at most two decimals, as people write them. */
export function rounded(value: number): number {
  // Adding 0 turns a negative zero into 0.
  return Math.round(value * 100) / 100 + 0;
}

/** Where layers go among their siblings. */
export type Order = "front" | "forward" | "backward" | "back";

/** Moves layers in the paint order of their group. Layers of one group keep their order among themselves. */
export function reorder(document: EditedDocument, ids: ReadonlySet<string>, order: Order): EditedDocument {
  const parents = new Set(outermost(document, ids).map((id) => parentOf(document, id)));
  let changed = document;
  for (const parent of parents) changed = updateSiblings(changed, parent, (list) => reordered(list, ids, order));
  return changed;
}

function reordered(list: readonly EditedLayer[], ids: ReadonlySet<string>, order: Order): readonly EditedLayer[] {
  const chosen = list.filter(({ id }) => ids.has(id));
  const others = list.filter(({ id }) => !ids.has(id));
  if (order === "front") return sameOr(list, [...others, ...chosen]);
  if (order === "back") return sameOr(list, [...chosen, ...others]);
  const result = order === "forward" ? [...list].reverse() : [...list];
  for (let index = 1; index < result.length; index++) {
    const [before, layer] = [result[index - 1], result[index]];
    if (before === undefined || layer === undefined || !ids.has(layer.id) || ids.has(before.id)) continue;
    result[index - 1] = layer;
    result[index] = before;
  }
  return sameOr(list, order === "forward" ? result.reverse() : result);
}

function sameOr(before: readonly EditedLayer[], after: readonly EditedLayer[]): readonly EditedLayer[] {
  return after.every((layer, index) => layer === before[index]) ? before : after;
}

/**
 * Moves layers into a group, or to the top of the document, before the sibling at `index`.
 * @returns the same document if a group would move into itself
 */
export function moveInto(
  document: EditedDocument,
  ids: ReadonlySet<string>,
  parent: string | undefined,
  index: number,
): EditedDocument {
  const chain =
    parent === undefined ? [] : [parent, ...(findLayer(document, parent)?.ancestors ?? []).map(({ id }) => id)];
  if (chain.some((id) => ids.has(id))) return document;
  const moving = outermost(document, ids).map((id) => findLayer(document, id)?.layer);
  const layers = moving.filter((layer) => layer !== undefined);
  const before = siblingsIn(document, parent).slice(0, index);
  const place = before.filter(({ id }) => !ids.has(id)).length;
  const without = removeLayers(document, new Set(layers.map(({ id }) => id)));
  return updateSiblings(without, parent, (list) => list.toSpliced(place, 0, ...layers));
}
