/** Moves layers into and out of groups without moving them in the picture. */
import { type Box, boundsOf } from "../geometry/box.js";
import type { EditedDocument, EditedLayer } from "../document/edited-document.js";
import { unused } from "../document/fresh-names.js";
import { allLayers, findLayer, outermost, parentOf, removeLayers, updateSiblings } from "../document/layer-tree.js";
import { type Outcome, rounded, setAttributes, shifted } from "../document/operations.js";

/**
 * Puts layers of one parent into a new group at the place of the topmost one.
 * @param boxes where the layers are, in the coordinates of their parent
 * @returns undefined if the layers have different parents, or if one of their boxes is unknown
 */
export function groupLayers(
  document: EditedDocument,
  ids: ReadonlySet<string>,
  boxes: ReadonlyMap<string, Box>,
): Outcome | undefined {
  const chosen = outermost(document, ids);
  const parents = new Set(chosen.map((id) => parentOf(document, id)));
  const known = chosen.flatMap((id) => boxes.get(id) ?? []);
  const top = findLayer(document, chosen.at(-1) ?? "");
  const around = boundsOf(known);
  if (parents.size !== 1 || known.length !== chosen.length || top === undefined || around === undefined)
    return undefined;
  const [left, upper] = [Math.floor(around.x), Math.floor(around.y)];
  const children = chosen.flatMap((id): readonly EditedLayer[] => {
    const layer = findLayer(document, id)?.layer;
    return layer === undefined ? [] : [{ ...layer, ...shifted(layer, -left, -upper) }];
  });
  const placed = allLayers(document);
  const id = unused("group", new Set(placed.map(({ layer }) => layer.id)), "-");
  const name = unused("group", new Set(placed.flatMap(({ layer }) => layer.name ?? [])), " ");
  const group: EditedLayer = {
    id,
    name,
    type: "group",
    x: left,
    y: upper,
    width: Math.ceil(around.x + around.width) - left,
    height: Math.ceil(around.y + around.height) - upper,
    children,
  };
  const below = top.index + 1 - chosen.length;
  const without = removeLayers(document, new Set(chosen));
  const [parent] = parents;
  return { document: updateSiblings(without, parent, (list) => list.toSpliced(below, 0, group)), ids: [id] };
}

/**
 * Replaces groups with their children, which keep their places.
 * A group whose picture depends on the group itself, such as a rotated one or a row, stays.
 */
export function ungroupLayers(document: EditedDocument, ids: ReadonlySet<string>): Outcome {
  let changed = document;
  const freed: string[] = [];
  for (const id of outermost(document, ids)) {
    const place = findLayer(changed, id);
    if (place === undefined || !canUngroup(place.layer)) continue;
    const { layer, index } = place;
    const parent = parentOf(changed, id);
    const children = layer.children ?? [];
    changed = updateSiblings(changed, parent, (list) => list.toSpliced(index, 1, ...children));
    for (const child of children) {
      changed = setAttributes(changed, [child.id], shifted(child, numberOf(layer["x"]), numberOf(layer["y"])));
      freed.push(child.id);
    }
  }
  return { document: changed, ids: freed };
}

/** The attributes of a group that change nothing if its children leave it. */
const HARMLESS = new Set(["id", "name", "type", "x", "y", "width", "height", "children", "layout", "clip"]);

/** Returns whether the children of a group can stand alone and look the same. */
export function canUngroup(layer: EditedLayer): boolean {
  if (layer.type !== "group" || (layer["layout"] ?? "absolute") !== "absolute" || layer["clip"] === true) return false;
  return (
    Object.keys(layer).every((key) => HARMLESS.has(key)) &&
    [layer["x"] ?? 0, layer["y"] ?? 0].every((value) => typeof value === "number")
  );
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? rounded(value) : 0;
}
