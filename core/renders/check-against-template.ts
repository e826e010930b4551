/** Validates a request against the document of its template. */
import { costIssues, type Estimate, estimateCost } from "@image-render/engine/estimate";
import type { CreateRender } from "../contract/create-render.js";
import type { Issue } from "@image-render/engine/issues";
import {
  checkOutput,
  checkOverrides,
  expandLayers,
  maxSizeOf,
  type TemplateDocument,
} from "@image-render/engine/document";
import type { RenderInputs } from "./job.js";
import { requireUniqueNames } from "../templates/require-unique-names.js";

/** The issues of a request, and without an issue what its render costs. */
export interface CheckedRequest {
  readonly issues: readonly Issue[];
  readonly estimate?: Estimate;
}

/**
 * Returns the issues of a request's layers, variables, and output, or of the cost of its render.
 *
 * @throws ServiceError `DUPLICATE_LAYER_NAMES` if layers of the template have the same name.
 */
export function checkAgainstTemplate(
  document: TemplateDocument,
  request: RenderInputs & Pick<CreateRender, "format" | "scale" | "transparent">,
): CheckedRequest {
  requireUniqueNames(document);
  const issues = [...checkOverrides(document, request), ...checkOutput(maxSizeOf(document), request)];
  if (issues.length > 0) return { issues };
  const estimate = estimateCost(document, expandLayers(document, request), request);
  return { issues: costIssues(estimate), estimate };
}
