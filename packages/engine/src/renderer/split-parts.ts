/**
 * Splits a picture into the layers below some chosen layers, the chosen layers alone, and those above. An editor can
 * then move the chosen layers without a new picture, as long as nothing else in the picture depends on their place.
 */
import { autoColorCandidates } from "../document/attributes/auto-color.js";
import type { PartsRefusal } from "../document/picture-layout.js";
import { attributesOf } from "../document/place.js";
import type { LayerItem } from "../compile/render-frame.js";
import { overlap } from "../frame/device-grid.js";
import type { Item } from "../items/item.js";
import type { LayerRendererRegistry } from "../items/layer-renderer-registry.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";
import type { DescribeLayoutOptions, PlacedLayer } from "./describe-layout.js";

/** The items of the parts. Painted on top of each other, they form the whole picture. */
export interface SplitItems {
  readonly below: readonly Item[];
  readonly chosen: readonly Item[];
  readonly above: readonly Item[];
}

/** Splits the items of a picture, or returns why moving the chosen layers would change something else too. */
export function splitParts(
  painted: readonly LayerItem[],
  placed: readonly PlacedLayer[],
  ids: readonly string[],
  { document, registry }: Pick<DescribeLayoutOptions, "document" | "registry">,
): SplitItems | PartsRefusal {
  const chosen = placed.filter(({ laid: { layer } }) => ids.includes(idInDocument(layer.id)));
  const inside = new Set(placed.filter((each) => [each, ...each.groups].some((group) => chosen.includes(group))));
  const owners = new Set(Array.from(inside, ({ laid: { layer } }) => layer.id));
  const isChosen = ({ layer }: LayerItem) => layer !== undefined && owners.has(ownerOf(layer));
  if (ids.some((id) => !chosen.some(({ laid }) => idInDocument(laid.layer.id) === id))) return "NOT_SHOWN";
  if (chosen.some(({ laid }) => laid.layer.id.includes("["))) return "REPEATED";
  if (painted.some((each) => !isChosen(each) && hasOwner(each.layer?.children, owners))) return "PAINTED_WITH_GROUP";
  const first = painted.findIndex(isChosen);
  if (first === -1) return "NOT_SHOWN";
  // The height of a document that hugs depends on all layers. Only such a document has a maximum.
  const isHugged = document.max_height !== undefined;
  if (isHugged || chosen.some((each) => dependsOnLayout(each, painted))) return "AUTOMATIC_LAYOUT";
  const colored = new Set(
    placed.filter(({ laid }) => isAutomatic(laid.layer, registry)).map(({ laid }) => laid.layer.id),
  );
  if (painted.slice(first).some(({ layer }) => layer !== undefined && hasOwner([layer], colored)))
    return "AUTOMATIC_COLOR";
  return sort(painted, isChosen) ?? "LAYER_BETWEEN";
}

/** Returns the ID that a layer has in the document. In a copy of a repeat, the index of the item follows. */
function idInDocument(id: string): string {
  return id.replace(/\[.*$/, "");
}

/** Returns the ID of the layer that a layer to paint belongs to. Groups and effects add layers of their own. */
function ownerOf(layer: ResolvedLayer): string {
  return layer.layerId ?? layer.id;
}

function hasOwner(layers: readonly ResolvedLayer[] | undefined, owners: ReadonlySet<string>): boolean {
  return layers?.some((layer) => owners.has(ownerOf(layer)) || hasOwner(layer.children, owners)) ?? false;
}

function isAutomatic(layer: PlacedLayer["laid"]["layer"], registry: LayerRendererRegistry): boolean {
  const { autoColor } = registry.get(layer.type);
  const color = autoColor === undefined ? undefined : attributesOf(layer)[autoColor];
  return typeof color === "string" && autoColorCandidates(color) !== undefined;
}

/** Returns whether a layer is placed or sized by a layout, or whether something visible is as large as it requires. */
function dependsOnLayout({ laid: { layer }, groups }: PlacedLayer, painted: readonly LayerItem[]): boolean {
  if (layer.width === "fill" || layer.height === "fill") return true;
  if (isFlow(groups.at(-1))) return true;
  const hasGround = (id: string) => painted.some((each) => each.layer !== undefined && ownerOf(each.layer) === id);
  return groups.some(({ laid: { layer: group } }, index) => {
    const hugs = group.width === "hug" || group.height === "hug";
    return hugs && (group.rotation !== 0 || isFlow(groups[index - 1]) || hasGround(group.id));
  });
}

/** Returns whether a group places its layers in rows or columns. */
function isFlow(group: PlacedLayer | undefined): boolean {
  const layout = group && attributesOf(group.laid.layer)["layout"];
  return layout !== undefined && layout !== "absolute";
}

/**
 * Puts each item into a part, so that the order of items that touch each other stays the same. Items after the last
 * chosen one are above it. Returns undefined if an item has to be above one chosen layer and below another.
 */
function sort(painted: readonly LayerItem[], isChosen: (each: LayerItem) => boolean): SplitItems | undefined {
  const last = painted.findLastIndex(isChosen);
  const [below, chosen, above]: [Item[], Item[], Item[]] = [[], [], []];
  const touches = (item: Item, others: readonly Item[]) =>
    others.some(({ rect }) => rect !== undefined && item.rect !== undefined && overlap(rect, item.rect) !== undefined);
  for (const [index, each] of painted.entries()) {
    const { item } = each;
    if (isChosen(each)) {
      if (touches(item, above)) return undefined;
      chosen.push(item);
    } else if (index > last || touches(item, chosen) || touches(item, above)) above.push(item);
    else below.push(item);
  }
  return { below, chosen, above };
}
