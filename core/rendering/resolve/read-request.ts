import { checkTemplateDocument } from "../../contract/template/check-template-document.js";
import { type TemplateDocument } from "../../contract/template/document.js";
import { issuesOf, sentenceFor } from "../../contract/issues.js";
import { checkOutput, type Output, outputSchema } from "../../contract/template/output.js";
import { type RenderLimits } from "../context.js";
import { faultsError } from "./faults.js";

/** The document, checked once more: what comes out of a store is believed no more than what came in. */
export function readDocument(source: unknown): TemplateDocument {
  const checked = checkTemplateDocument(source);
  if ("issues" in checked) throw faultsError("The template has a fault.", checked.issues);
  return checked.document;
}

/** The output with its defaults, checked against the document and the limits. */
export function readOutput(document: TemplateDocument, request: unknown, limits: RenderLimits): Output {
  const parsed = outputSchema.safeParse(request, { error: sentenceFor });
  const issues = parsed.success ? checkOutput(document, parsed.data, limits.maxPixels) : issuesOf(parsed.error);
  if (!parsed.success || issues.length > 0) throw faultsError("The request has a fault.", issues);
  return parsed.data;
}
