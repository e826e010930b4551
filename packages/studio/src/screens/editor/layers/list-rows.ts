import type { EditedLayer } from "../../../editor/document/edited-document.js";

/** A row of the list. */
export interface Row {
  readonly layer: EditedLayer;
  readonly depth: number;
  readonly isOpen: boolean;
}

/** Lists the rows, the topmost layer first. A search shows the layers that match, in opened groups. */
export function rowsOf(
  layers: readonly EditedLayer[],
  closed: ReadonlySet<string>,
  search: string,
  depth = 0,
): readonly Row[] {
  return layers.toReversed().flatMap((layer): readonly Row[] => {
    const isOpen = search !== "" || !closed.has(layer.id);
    const inside = layer.children === undefined ? [] : rowsOf(layer.children, closed, search, depth + 1);
    const fits = search === "" || `${layer.name ?? ""} ${layer.id} ${layer.type}`.toLowerCase().includes(search);
    if (!fits && inside.length === 0) return [];
    return [{ layer, depth, isOpen }, ...(isOpen ? inside : [])];
  });
}
