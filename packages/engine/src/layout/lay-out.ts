/**
 * Computes the size and place of every layer, like the auto layout of design tools. A side is a number of pixels, hugs
 * the content, or fills the room that its group leaves.
 */
import type { Layer, Side as SideLength } from "../document/layer-types/define-layer.js";
import type {
  Constraint,
  LaidOut,
  LayerLayouts,
  Size,
  Sized,
  SizeLayer,
  Sizing,
  SizingTools,
  TextMeasures,
} from "./laid-out.js";
import { getOrCreate } from "../document/scope/expansion-work.js";
import { placeChildren } from "./place-children.js";

/** Everything a layout needs besides the layers. */
export interface LayoutTools extends TextMeasures {
  readonly registry: LayerLayouts;
}

/**
 * Lays out the layers of a document of the given size. `room` is the largest size of the document. Layers that do not
 * fill the document are the same in both sizes.
 */
export function layOut(
  layers: readonly Layer[],
  document: Size,
  { registry, measureText, baselineOfText }: LayoutTools,
  room: Size = document,
): LaidOut[] {
  const known = new Map<string, Sizing>();
  // Groups size their content several times. Without this cache, each nested group would double the work.
  const sizeLayer: SizeLayer = (layer, constraint) => {
    const key = keyOf(layer, constraint);
    const sizing = known.get(key) ?? sizeOf(layer, constraint, registry, tools);
    known.set(key, sizing);
    return sizing;
  };
  const canShrink = (layer: Layer) => registry.get(layer.type).shrinksInRow ?? false;
  const baselines = new Map<string, number>();
  const baselineOf = (laid: Sized): number => {
    const { layer, width, height, children } = laid;
    const find = () => registry.get(layer.type).baseline?.(layer, laid, tools) ?? height;
    // The layers inside a group can have other places at the same size of the group.
    return children.length > 0 ? find() : getOrCreate(baselines, [layer.id, width, height].join(" "), find);
  };
  const tools: SizingTools = { sizeLayer, measureText, baselineOfText, baselineOf, canShrink };
  return placeChildren(layers, document, sizeLayer, room);
}

function keyOf({ id }: Layer, { room, given }: Constraint): string {
  return [id, room.width, room.height, given.width, given.height].join(" ");
}

function sizeOf(layer: Layer, { room, given }: Constraint, registry: LayerLayouts, tools: SizingTools): Sizing {
  const sides = { ...pixels("width", layer.width), ...pixels("height", layer.height), ...given };
  const { size } = registry.get(layer.type);
  if (size !== undefined) return size(layer, sides, room, tools);
  return { width: sides.width ?? 0, height: sides.height ?? 0, children: [] };
}

function pixels(side: keyof Size, length: SideLength): Partial<Size> {
  return typeof length === "number" ? { [side]: length } : {};
}
