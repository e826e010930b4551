import type { ResolvedLayer } from "../layout/resolved-layer.js";

/** Returns a layer, with the layers inside, at another place. The lengths are in document pixels. */
export function moveLayer<Layer extends ResolvedLayer>(layer: Layer, byX: number, byY: number): Layer {
  const place = { ...layer, x: layer.x + byX, y: layer.y + byY };
  return layer.children === undefined
    ? place
    : { ...place, children: layer.children.map((child) => moveLayer(child, byX, byY)) };
}
