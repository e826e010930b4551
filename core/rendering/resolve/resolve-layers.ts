import { ServiceError } from "../../contract/errors.js";
import { type TemplateDocument } from "../../contract/template/document.js";
import { type Layer } from "../../contract/template/layers.js";
import { checkOverrides, duplicateLayerNames, type Overrides } from "../../contract/template/overrides.js";
import { applyOverrides } from "./apply-overrides.js";
import { faultsError } from "./faults.js";
import { substituteVariables } from "./substitute-variables.js";

/**
 * The layers to draw, in paint order, with everything the request changes put in. Variables come first: a text that a
 * request brings is taken as it is, so an end user's words cannot ask for a variable.
 */
export function resolveLayers(document: TemplateDocument, overrides: Overrides): Layer[] {
  const duplicates = duplicateLayerNames(document);
  if (duplicates.length > 0) {
    const message = `Layer names must be unique; these are not: ${duplicates.join(", ")}.`;
    throw new ServiceError("DUPLICATE_LAYER_NAMES", message, { details: { names: duplicates } });
  }
  const issues = checkOverrides(document, overrides);
  if (issues.length > 0) throw faultsError("The request has a fault.", issues);
  const filled = substituteVariables(document, overrides.variables ?? {});
  return applyOverrides(filled, overrides.layers ?? {}).filter(({ hide, opacity }) => !hide && opacity > 0);
}
