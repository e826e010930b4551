/** Rejects documents with duplicate layer names, because overrides identify a layer by its name. */
import { ServiceError } from "../contract/errors.js";
import { quote } from "@image-render/engine/suggestions";
import { duplicateLayerNames, type TemplateDocument } from "@image-render/engine/document";

/** @throws ServiceError `DUPLICATE_LAYER_NAMES` with the names in `details` */
export function requireUniqueNames(document: TemplateDocument): void {
  const layerNames = duplicateLayerNames(document);
  if (layerNames.length === 0) return;
  const message = `The template has more than one layer named ${layerNames.map(quote).join(", ")}.`;
  throw new ServiceError("DUPLICATE_LAYER_NAMES", message, { details: { layerNames } });
}
