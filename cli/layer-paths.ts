/** The paths of the layers of a document for which something holds, in paint order, those inside of groups included. */
export function findLayers(
  document: unknown,
  matches: (layer: { readonly id?: unknown; readonly name?: unknown }) => boolean,
  path = "",
): string[] {
  if (typeof document !== "object" || document === null || !("layers" in document)) return [];
  if (!Array.isArray(document.layers)) return [];
  return document.layers.flatMap((layer: unknown, index) => {
    const layerPath = `${path === "" ? "" : `${path}.`}layers[${index}]`;
    const own = typeof layer === "object" && layer !== null && matches(layer) ? [layerPath] : [];
    return [...own, ...findLayers(layer, matches, layerPath)];
  });
}
