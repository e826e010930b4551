import { issuesError } from "../issues/engine-error.js";
import { issuesOf, PARSE_PARAMS } from "../issues/issues.js";
import { checkTemplateDocument } from "../document/check-template-document.js";
import type { TemplateDocument } from "../document/document.js";
import { maxSizeOf } from "../document/document-size.js";
import type { LayerRegistry } from "../document/layer-types/layer-registry.js";
import { checkOutput, drawnOutputSchema, type Output } from "../document/output.js";
import type { RenderLimits } from "../limits/render-limits.js";

/** Checks a document again. A stored document is not trusted more than one from a request. */
export function readDocument(source: unknown, registry?: LayerRegistry): TemplateDocument {
  const checked = checkTemplateDocument(source, registry);
  if ("issues" in checked) throw issuesError("The template has an issue.", checked.issues);
  return checked.document;
}

/** Returns the output options with their defaults, checked against the document and the limits. */
export function readOutput(document: TemplateDocument, request: unknown, limits: RenderLimits): Output {
  const parsed = drawnOutputSchema.safeParse(request, PARSE_PARAMS);
  const issues = parsed.success
    ? checkOutput(maxSizeOf(document), parsed.data, limits.maxPixels)
    : issuesOf(parsed.error);
  if (!parsed.success || issues.length > 0) throw issuesError("The request has an issue.", issues);
  return parsed.data;
}
