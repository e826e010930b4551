/** IDs and names for layers that are added. Both are unique in a document. */
import type { EditedDocument, EditedLayer } from "./edited-document.js";
import { allLayers } from "./layer-tree.js";

/** The longest ID and the longest name. */
const MAX_LENGTH = 64;

/** Returns copies of layers. IDs and names that the document already has are replaced, and others stay. */
export function freshLayers(document: EditedDocument, layers: readonly EditedLayer[]): readonly EditedLayer[] {
  const placed = allLayers(document);
  const ids = new Set(placed.map(({ layer }) => layer.id));
  const names = new Set(placed.flatMap(({ layer }) => layer.name ?? []));
  const renew = (layer: EditedLayer): EditedLayer => {
    const copy: Record<string, unknown> = { ...layer, id: unused(layer.id, ids, "-") };
    if (layer.name !== undefined) copy["name"] = unused(layer.name, names, " ");
    if (layer.children !== undefined) copy["children"] = layer.children.map(renew);
    return copy as unknown as EditedLayer;
  };
  return layers.map(renew);
}

/** Returns a word that is not taken, and takes it: the word itself, or the word with the next free number. */
export function unused(word: string, taken: Set<string>, separator: string): string {
  const base = word.replace(/[ -]\d+$/, "");
  let found = word;
  for (let number = 2; taken.has(found); number++) {
    const end = `${separator}${number}`;
    found = `${base.slice(0, MAX_LENGTH - end.length)}${end}`;
  }
  taken.add(found);
  return found;
}
