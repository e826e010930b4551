import { issuesError } from "../../contract/errors.js";
import { issuesOf, sentenceFor } from "../../contract/issues.js";
import { checkTemplateDocument } from "../../contract/template/check-template-document.js";
import type { TemplateDocument } from "../../contract/template/document.js";
import { maxSizeOf } from "../../contract/template/document-size.js";
import type { LayerRegistry } from "../../contract/template/layer-registry.js";
import { checkOutput, type Output, outputSchema } from "../../contract/template/output.js";
import type { RenderLimits } from "../context.js";

/** Checks a document again. A document from a store is not trusted more than one from a request. */
export function readDocument(source: unknown, registry?: LayerRegistry): TemplateDocument {
  const checked = checkTemplateDocument(source, registry);
  if ("issues" in checked) throw issuesError("The template has an issue.", checked.issues);
  return checked.document;
}

/** The output options with their defaults, checked against the document and the limits. */
export function readOutput(document: TemplateDocument, request: unknown, limits: RenderLimits): Output {
  const parsed = outputSchema.safeParse(request, { error: sentenceFor });
  const issues = parsed.success
    ? checkOutput(maxSizeOf(document), parsed.data, limits.maxPixels)
    : issuesOf(parsed.error);
  if (!parsed.success || issues.length > 0) throw issuesError("The request has an issue.", issues);
  return parsed.data;
}
