import type { Issue } from "../issues/issue.js";
import { issuesOf } from "../issues/issues.js";
import { checkParts } from "./check-parts.js";
import type { TemplateDocument } from "./document.js";
import { expandLayers } from "./expand-layers.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import { LAYERS } from "./layers/registry.js";
import { outlineOf } from "./outline.js";
import { MAX_ISSUES } from "./overrides.js";
import { parseDocument } from "./parse-document.js";

export type CheckedDocument = { readonly document: TemplateDocument } | { readonly issues: readonly Issue[] };

/**
 * Checks a whole document. Returns the document with its defaults, or its issues, at most `MAX_ISSUES` of them. It
 * never throws. Checking a value that exceeds the limits of a document takes no longer than checking one within them.
 */
export function checkTemplateDocument(value: unknown, registry: LayerRegistry = LAYERS): CheckedDocument {
  const outlined = outlineOf(value, registry);
  if ("issue" in outlined) return { issues: [outlined.issue] };
  const parsed = parseDocument(value, registry);
  const issues = [...(parsed.success ? [] : issuesOf(parsed.error)), ...checkParts(outlined.outline, registry)];
  if (!parsed.success || issues.length > 0) return { issues: issues.slice(0, MAX_ISSUES) };
  // The defaults of the variables can only be expanded in a document without issues.
  const expansion = expandLayers(parsed.data, {}, registry);
  return expansion.issues.length === 0 ? { document: parsed.data } : { issues: expansion.issues.slice(0, MAX_ISSUES) };
}
