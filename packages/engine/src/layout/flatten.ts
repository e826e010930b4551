/** Turns nested groups into the flat list of layers to paint. */
import type { ResolvedLayer } from "./resolved-layer.js";
import type { LaidOut, LayerLayouts } from "./laid-out.js";

/**
 * Returns the layers to paint, with absolute boxes and without invisible layers. `language` is that of the document
 * (BCP 47).
 */
export function flatten(layers: readonly LaidOut[], language: string, registry: LayerLayouts): ResolvedLayer[] {
  const resolveAll = (inner: readonly LaidOut[], origin: { x: number; y: number }): ResolvedLayer[] =>
    inner.flatMap((laid) => {
      const { layer } = laid;
      // Only an expression can give a side of 0, for example for the bar of a progress of 0 %.
      if (layer.opacity === 0 || layer.width === 0 || layer.height === 0) return [];
      const absolute = { ...laid, x: origin.x + laid.x, y: origin.y + laid.y };
      return registry.get(layer.type).resolve(layer, absolute, { language, resolveAll });
    });
  return resolveAll(layers, { x: 0, y: 0 });
}
