import type { ItemResources } from "./item.js";
import type { LayerRendererRegistry } from "./layer-renderer-registry.js";

/** Everything that one render needs besides the document and the request. */
export interface RenderResources extends ItemResources {
  readonly layers: LayerRendererRegistry;
}
