import { FIRST_EDITION, type Edition } from "../document/edition.js";
import { labelOf, type Labeled, type RenderWarning } from "../shared/warnings.js";
import { missingGlyphs, weightReplaced } from "../text/text-warnings.js";
import type { ReplacedFamily } from "./chosen-families.js";
import type { SvgFindings } from "./drawable-file.js";

/** The largest number of names in a warning. */
const MAX_NAMES = 12;

/** Returns the warnings about the SVG of a layer. One of them names everything that is not drawn. */
export function svgWarnings(layer: Labeled, findings: SvgFindings, edition: Edition): RenderWarning[] {
  const { missing, replacedWeights, replacedFamilies } = findings;
  return [
    ...notDrawn(layer, findings, edition),
    ...(missing.length > 0 ? [missingGlyphs(layer, missing)] : []),
    ...replacedFamilies.map((replaced) => familyReplaced(layer, replaced)),
    ...replacedWeights.map((replaced) => weightReplaced(layer, replaced)),
  ];
}

function notDrawn(layer: Labeled, { omitted, ignored, textIssue }: SvgFindings, edition: Edition): RenderWarning[] {
  const names = [...omitted.map((name) => `<${name}>`), ...ignored];
  if (names.length === 0) return [];
  const label = labelOf(layer);
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : "";
  const isOld = edition === FIRST_EDITION && omitted.includes("text");
  const advice = isOld
    ? " Save the template again to draw its text."
    : " Draw them as shapes, or use layers of other types for them.";
  const reason = textIssue === undefined ? "" : ` Its texts have an issue: ${textIssue}`;
  const message =
    `Parts of the SVG of the layer "${label}" are not drawn: ${names.slice(0, MAX_NAMES).join(", ")}${more}.` +
    (reason === "" ? advice : reason);
  return [{ code: "SVG_NOT_DRAWN", layer: label, message, retryable: false }];
}

function familyReplaced(layer: Labeled, { wanted, used }: ReplacedFamily): RenderWarning {
  const label = labelOf(layer);
  const message =
    `The SVG of the layer "${label}" names the font family ${JSON.stringify(wanted.slice(0, 100))}, which is neither ` +
    `built in nor one of the document's fonts. It is drawn with ${JSON.stringify(used)}.`;
  return { code: "FONT_FAMILY_REPLACED", layer: label, message, retryable: false };
}
