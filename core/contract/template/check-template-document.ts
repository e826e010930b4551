import { type Issue } from "../errors.js";
import { issuesOf, sentenceFor } from "../issues.js";
import { checkParts } from "./check-parts.js";
import { type TemplateDocument, templateDocumentSchema } from "./document.js";
import { expandLayers } from "./expand-layers.js";
import { outlineOf } from "./outline.js";
import { MAX_ISSUES } from "./overrides.js";

export type CheckedDocument = { readonly document: TemplateDocument } | { readonly issues: readonly Issue[] };

/**
 * Checks a document as a whole: either it is right, with its defaults filled in, or its faults are told at once, a
 * hundred of them at most. It never throws, whatever it is given, and takes no longer than a document of the allowed size.
 */
export function checkTemplateDocument(value: unknown): CheckedDocument {
  const outlined = outlineOf(value);
  if ("issue" in outlined) return { issues: [outlined.issue] };
  const parsed = templateDocumentSchema.safeParse(value, { error: sentenceFor });
  const issues = [...(parsed.success ? [] : issuesOf(parsed.error)), ...checkParts(outlined.outline)];
  if (!parsed.success || issues.length > 0) return { issues: issues.slice(0, MAX_ISSUES) };
  // What the variables' defaults add up to is only known of a right document.
  const { issues: expansionIssues } = expandLayers(parsed.data, {});
  return expansionIssues.length === 0 ? { document: parsed.data } : { issues: expansionIssues.slice(0, MAX_ISSUES) };
}
