/** Validates a request against the document of its template. */
import type { CreateRender } from "../contract/create-render.js";
import type { Issue } from "../contract/errors.js";
import type { TemplateDocument } from "../contract/template/document.js";
import { checkOutput } from "../contract/template/output.js";
import { checkOverrides } from "../contract/template/overrides.js";
import { requireUniqueNames } from "../templates/require-unique-names.js";

/**
 * Returns the issues of a request's layers, variables, and output.
 *
 * @throws ServiceError `DUPLICATE_LAYER_NAMES` if layers of the template have the same name.
 */
export function checkAgainstTemplate(
  document: TemplateDocument,
  request: Pick<CreateRender, "layers" | "variables" | "locale" | "timeZone" | "format" | "scale" | "transparent">,
): Issue[] {
  requireUniqueNames(document);
  return [...checkOverrides(document, request), ...checkOutput(document, request)];
}
