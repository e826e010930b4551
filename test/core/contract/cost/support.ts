import type { Estimate } from "../../../../core/contract/cost/estimate.js";
import { estimateCost } from "../../../../core/contract/cost/estimate-cost.js";
import { checkTemplateDocument } from "../../../../core/contract/template/check-template-document.js";
import { expandLayers, type Overrides } from "../../../../core/contract/template/expand-layers.js";
import { type Output, outputSchema } from "../../../../core/contract/template/output.js";

/** What a request asks for. */
export type Request = Overrides & Partial<Output>;

/** The estimate of a document that the contract allows. */
export function estimate(source: unknown, request: Request = {}): Estimate {
  const checked = checkTemplateDocument(source);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return estimateCost(checked.document, expandLayers(checked.document, request), outputSchema.parse(request));
}
