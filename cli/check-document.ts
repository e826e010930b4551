import { type Issue } from "../core/contract/errors.js";
import { checkTemplateDocument } from "../core/contract/template/check-template-document.js";
import { type TemplateDocument } from "../core/contract/template/document.js";
import { duplicateLayerNames } from "../core/contract/template/overrides.js";
import { type Finding } from "./finding.js";
import { findLayers } from "./layer-paths.js";

/** Checks a document by the contract; names that layers share are faults, too, since nothing renders with them. */
export function checkDocument(
  value: unknown,
  locate: (issue: Issue) => Finding,
): { readonly document?: TemplateDocument; readonly faults: readonly Finding[] } {
  const checked = checkTemplateDocument(value);
  if ("issues" in checked) return { faults: checked.issues.map(locate) };
  const { document } = checked;
  const faults = duplicateLayerNames(document).flatMap((name) => {
    const [, ...others] = findLayers(document, (layer) => layer.name === name);
    const message = `The name ${JSON.stringify(name)} is taken by an earlier layer.`;
    return others.map((path) => locate({ path: `${path}.name`, message }));
  });
  return { document, faults };
}
