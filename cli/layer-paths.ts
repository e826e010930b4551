interface Named {
  readonly id?: unknown;
  readonly name?: unknown;
}

/** Returns the paths of the matching layers of a document in paint order, including the layers inside groups. */
export function findLayers(document: unknown, matches: (layer: Named) => boolean): string[] {
  return pathsIn(document, "layers", "layers", matches);
}

function pathsIn(owner: unknown, key: string, path: string, matches: (layer: Named) => boolean): string[] {
  const layers = typeof owner === "object" && owner !== null ? (owner as Record<string, unknown>)[key] : undefined;
  if (!Array.isArray(layers)) return [];
  return layers.flatMap((layer: unknown, index) => {
    const layerPath = `${path}[${index}]`;
    const own = typeof layer === "object" && layer !== null && matches(layer) ? [layerPath] : [];
    return [...own, ...pathsIn(layer, "children", `${layerPath}.children`, matches)];
  });
}
