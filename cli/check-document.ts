import { checkTemplateDocument, duplicateLayerNames, type TemplateDocument } from "@image-render/engine/document";
import { findLayers } from "./layer-paths.js";
import type { Locate, LocatedIssue } from "./located-issue.js";

/** Checks a template document. A repeated layer name is also an issue, because no render accepts it. */
export function checkDocument(
  value: unknown,
  locate: Locate,
): { readonly document?: TemplateDocument; readonly issues: readonly LocatedIssue[] } {
  const checked = checkTemplateDocument(value);
  if ("issues" in checked) return { issues: checked.issues.map(locate) };
  const { document } = checked;
  const issues = duplicateLayerNames(document).flatMap((name) => {
    const [, ...others] = findLayers(document, (layer) => layer.name === name);
    const message = `An earlier layer has the name ${JSON.stringify(name)} too. Give each layer its own name.`;
    return others.map((path) => locate({ path: `${path}.name`, message }));
  });
  return { document, issues };
}
