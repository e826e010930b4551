/** Refuses to render a document whose layer names repeat: an override would not know which layer is meant. */
import { ServiceError } from "../contract/errors.js";
import { quote } from "../contract/suggest.js";
import type { TemplateDocument } from "../contract/template/document.js";
import { duplicateLayerNames } from "../contract/template/overrides.js";

/** @throws ServiceError `DUPLICATE_LAYER_NAMES` that lists the names. */
export function requireUniqueNames(document: TemplateDocument): void {
  const layerNames = duplicateLayerNames(document);
  if (layerNames.length === 0) return;
  const message = `The template has more than one layer named ${layerNames.map(quote).join(", ")}.`;
  throw new ServiceError("DUPLICATE_LAYER_NAMES", message, { details: { layerNames } });
}
