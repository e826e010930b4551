/** Finds the layers and attributes that the messages of the service about a document refer to. */
import { ApiError, type Warning } from "@image-render/client";
import type { EditedDocument, EditedLayer } from "../../../editor/document/edited-document.js";
import { allLayers } from "../../../editor/document/layer-tree.js";

/** A message of the service about an attribute of a layer. */
export interface LayerIssue {
  readonly layer: string;
  readonly attribute: string;
  readonly message: string;
}

/** Returns the issues of a refused document that belong to attributes of layers. */
export function issuesOf(error: Error | undefined, document: EditedDocument): readonly LayerIssue[] {
  if (!(error instanceof ApiError)) return [];
  return error.issues.flatMap(({ path, message }): LayerIssue[] => {
    const steps = /^document\.layers((?:\[\d+\](?:\.children)?)+)\.(\w+)/.exec(path);
    if (steps === null) return [];
    const indexes = [...(steps[1] ?? "").matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index));
    const layer = layerAt(document.layers, indexes);
    return layer === undefined ? [] : [{ layer: layer.id, attribute: steps[2] ?? "", message }];
  });
}

function layerAt(layers: readonly EditedLayer[], [index = 0, ...rest]: readonly number[]): EditedLayer | undefined {
  const layer = layers[index];
  return rest.length === 0 || layer === undefined ? layer : layerAt(layer.children ?? [], rest);
}

/** Returns the warnings of each layer in one text, by the ID of the layer. */
export function warningsByLayer(warnings: readonly Warning[], document: EditedDocument): ReadonlyMap<string, string> {
  const layers = allLayers(document);
  const found = new Map<string, string>();
  for (const { layer: name, message } of warnings) {
    const id = layers.find(({ layer }) => (layer.name ?? layer.id) === name)?.layer.id;
    if (id !== undefined) found.set(id, [found.get(id), message].filter((text) => text !== undefined).join(" "));
  }
  return found;
}
