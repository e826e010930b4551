/** Turns nested groups into the flat list of layers to paint. */
import { fillsItsBox, withEffects } from "./effects.js";
import type { ResolvedLayer } from "./resolved-layer.js";
import type { LaidOut, LayerLayouts } from "./laid-out.js";

/** The facts of a document that decide how its layers are painted. */
export interface FlattenOptions {
  /** The language of the document (BCP 47). */
  readonly language: string;
  /** Whether shadows follow the alpha of their layer. Otherwise, they have the shape of its box. */
  readonly shadowsFollowAlpha: boolean;
}

/** Returns the layers to paint, with absolute boxes and without invisible layers. */
export function flatten(layers: readonly LaidOut[], options: FlattenOptions, registry: LayerLayouts): ResolvedLayer[] {
  const resolveAll = (inner: readonly LaidOut[], origin: { x: number; y: number }): ResolvedLayer[] =>
    inner.flatMap((laid) => {
      const { layer } = laid;
      // Only an expression can give a side of 0, for example for the bar of a progress of 0 %.
      if (layer.opacity === 0 || layer.width === 0 || layer.height === 0) return [];
      const absolute = { ...laid, x: origin.x + laid.x, y: origin.y + laid.y };
      const { resolve, resolvesEffects = false, definition } = registry.get(layer.type);
      const resolved = resolve(layer, absolute, { ...options, resolveAll });
      if (resolvesEffects) return resolved;
      return resolved.map((each) =>
        withEffects(each, !options.shadowsFollowAlpha || (definition.shadowOf === "box" && fillsItsBox(each))),
      );
    });
  return resolveAll(layers, { x: 0, y: 0 });
}
