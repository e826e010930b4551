import type { Estimate } from "../../src/estimate/estimate.js";
import { estimateCost } from "../../src/estimate/estimate-cost.js";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { expandLayers, type Overrides } from "../../src/document/expand-layers.js";
import { type Output, outputSchema } from "../../src/document/output.js";

/** The overrides and the output of a request. */
export type Request = Overrides & Partial<Output>;

/** The estimate of a document that the contract allows. */
export function estimate(source: unknown, request: Request = {}): Estimate {
  const checked = checkTemplateDocument(source);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return estimateCost(checked.document, expandLayers(checked.document, request), outputSchema.parse(request));
}
