/** Checks what a request asks of a template's document. */
import type { CreateRender } from "../contract/create-render.js";
import { type Issue, ServiceError } from "../contract/errors.js";
import type { TemplateDocument } from "../contract/template/document.js";
import { checkOutput } from "../contract/template/output.js";
import { checkOverrides, duplicateLayerNames } from "../contract/template/overrides.js";

/**
 * The faults of a request's layers, variables and output.
 *
 * @throws ServiceError `DUPLICATE_LAYER_NAMES` when names don't tell the template's layers apart.
 */
export function checkAgainstTemplate(
  document: TemplateDocument,
  request: Pick<CreateRender, "layers" | "variables" | "format" | "scale" | "transparent">,
): Issue[] {
  const duplicates = duplicateLayerNames(document);
  if (duplicates.length > 0) {
    const quoted = duplicates.map((name) => `"${name}"`).join(", ");
    throw new ServiceError("DUPLICATE_LAYER_NAMES", `The template has more than one layer named ${quoted}.`, {
      details: { layerNames: duplicates },
    });
  }
  return [...checkOverrides(document, request), ...checkOutput(document, request)];
}
