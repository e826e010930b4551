import type { FontLibrary } from "../fonts/font-library.js";
import type { LayerRendererRegistry } from "../items/layer-renderer-registry.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";
import type { Box } from "../paint/fragment.js";
import type { RenderWarning } from "../shared/warnings.js";
import { edgeWarnings } from "./edge-warnings.js";
import { overlapWarnings } from "./overlap-warnings.js";

/** Returns the warnings about the places of resolved layers. `view` is the area of the document. */
export async function layoutWarnings(
  layers: readonly ResolvedLayer[],
  view: Box,
  registry: LayerRendererRegistry,
  fonts: FontLibrary,
): Promise<readonly RenderWarning[]> {
  return [...(await edgeWarnings(layers, view, registry, fonts)), ...(await overlapWarnings(layers, registry, fonts))];
}
