import type { SafeHtml } from "../document/html/safe-html.js";
import { labelOf, type Labeled, type RenderWarning } from "../shared/warnings.js";

/** The largest number of names in the warning. */
const MAX_NAMES = 12;

/** Returns one warning about all CSS of a layer that is left out because a still picture looks the same without it. */
export function ignoredCss(layer: Labeled & { readonly content: Pick<SafeHtml, "ignored"> }): RenderWarning[] {
  const { ignored } = layer.content;
  if (ignored.length === 0) return [];
  const label = labelOf(layer);
  const more = ignored.length > MAX_NAMES ? `, and ${ignored.length - MAX_NAMES} more` : "";
  const names = `${ignored.slice(0, MAX_NAMES).join(", ")}${more}`;
  const message = `CSS without an effect on a still picture was ignored in the HTML of the layer "${label}": ${names}.`;
  return [{ code: "STYLE_IGNORED", layer: label, message, retryable: false }];
}
