/** Finds layers that are outside of the picture, or cut at its edge. */
import type { Ink } from "../items/define-layer-renderer.js";
import type { FontLibrary } from "../fonts/font-library.js";
import type { LayerRendererRegistry } from "../items/layer-renderer-registry.js";
import { type Box, centerOf, rotatedBounds } from "../paint/fragment.js";
import { labelOf, type RenderWarning } from "../shared/warnings.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";

/** Returns the warnings of resolved layers, including layers inside others. `view` is the area of the document. */
export async function edgeWarnings(
  layers: readonly ResolvedLayer[],
  view: Box,
  registry: LayerRendererRegistry,
  fonts: FontLibrary,
): Promise<readonly RenderWarning[]> {
  const warnings: RenderWarning[] = [];
  for (const layer of layers) {
    const ink = await registry.get(layer.type).ink?.(layer, fonts, view);
    if (ink !== undefined) warnings.push(...warningsOf(layer, ink, view));
    warnings.push(...(await edgeWarnings(layer.children ?? [], view, registry, fonts)));
  }
  return warnings;
}

function warningsOf(layer: ResolvedLayer, { box, tolerance }: Ink, view: Box): RenderWarning[] {
  const seen = rotatedBounds(box, layer.rotation, centerOf(layer));
  const over = {
    left: view.x - seen.x,
    top: view.y - seen.y,
    right: seen.x + seen.width - (view.x + view.width),
    bottom: seen.y + seen.height - (view.y + view.height),
  };
  const label = labelOf(layer);
  if (Math.max(over.left, over.right) >= seen.width || Math.max(over.top, over.bottom) >= seen.height) {
    const message = `The layer "${label}" is outside of the picture. Move it into the picture, or remove it.`;
    return [{ code: "LAYER_OFF_CANVAS", layer: label, message, retryable: false }];
  }
  const edges = Object.entries(over).flatMap(([edge, length]) => (length > tolerance ? [edge] : []));
  if (edges.length === 0) return [];
  const where = edges.length === 1 ? `the ${edges[0]} edge` : `the edges ${edges.join(", ")}`;
  const message = `The layer "${label}" is cut at ${where} of the picture. Move it, or make it smaller.`;
  return [{ code: "LAYER_CUT", layer: label, message, retryable: false }];
}
