import type { LayerRegistry } from "../document/layer-types/layer-registry.js";
import type { LayerRenderer } from "./define-layer-renderer.js";

/** The layer types of documents, with their renderers. */
export interface LayerRendererRegistry {
  readonly definitions: LayerRegistry;
  /** Returns the renderer of a checked layer's type. */
  readonly get: (type: string) => LayerRenderer;
}

/** Creates a registry with a renderer for each layer type of the definitions. */
export function createLayerRendererRegistry(
  definitions: LayerRegistry,
  renderers: readonly LayerRenderer[],
): LayerRendererRegistry {
  const byType = new Map(renderers.map((renderer) => [renderer.definition.type, renderer]));
  const get = (type: string): LayerRenderer => {
    const renderer = byType.get(type);
    if (renderer === undefined) throw new Error(`The layer type ${JSON.stringify(type)} has no renderer.`);
    return renderer;
  };
  for (const { definition } of definitions.all) get(definition.type);
  return { definitions, get };
}
