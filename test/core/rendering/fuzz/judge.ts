/** Decides whether what happened to a case is a finding. */
import { costIssues } from "../../../../core/contract/cost/cost-issues.js";
import { MAX_RENDER_CPU_MS } from "../../../../core/contract/cost/cost-limits.js";
import type { Estimate } from "../../../../core/contract/cost/estimate.js";
import { estimateCost } from "../../../../core/contract/cost/estimate-cost.js";
import { checkTemplateDocument } from "../../../../core/contract/template/check-template-document.js";
import { expandLayers } from "../../../../core/contract/template/expand-layers.js";
import { maxSizeOf } from "../../../../core/contract/template/document-size.js";
import { checkOutput, outputSchema } from "../../../../core/contract/template/output.js";
import { checkOverrides } from "../../../../core/contract/template/overrides.js";
import type { FuzzCase, Outcome } from "./fuzz-case.js";

/** The measured time is at most this many times the estimate. */
export const MOST_TIMES_ESTIMATE = 3;
/** Less is lost in what the process does besides. */
const LEAST_MS = 100;
/** Memory of all processes of a function together. The function's own process needs some of it. */
const MOST_BYTES = 1_600_000_000 - 150_000_000;
/** Processor time of checks and estimate together. The machine can be busy, so this is more than the 50 ms that it takes. */
const MOST_ESTIMATE_MS = 150;

/** A case that the service accepts, with its estimate. */
export type Checked = { readonly estimate: Estimate; readonly estimateMs: number } | { readonly refused: string };

/** Checks a case as the service does before it writes anything. */
export function check({ source, request }: FuzzCase): Checked {
  const checked = checkTemplateDocument(source);
  if ("issues" in checked) return { refused: "document" };
  const { document } = checked;
  const parsed = outputSchema.safeParse(request);
  if (!parsed.success) return { refused: "output" };
  const output = parsed.data;
  const before = process.cpuUsage();
  const issues = [...checkOverrides(document, request), ...checkOutput(maxSizeOf(document), output)];
  if (issues.length > 0) return { refused: "request" };
  const estimate = estimateCost(document, expandLayers(document, request), output);
  const { user, system } = process.cpuUsage(before);
  const estimateMs = (user + system) / 1000;
  return costIssues(estimate).length > 0 ? { refused: "cost" } : { estimate, estimateMs };
}

/** Why what happened is a finding, or undefined. The first word is the kind of the finding. */
export function findingOf(
  { estimate, estimateMs }: Exclude<Checked, { refused: string }>,
  outcome: Outcome,
  { mostTimes = MOST_TIMES_ESTIMATE } = {},
): string | undefined {
  if ("ended" in outcome) return `${outcome.ended}: the process ended (${outcome.detail})`;
  const { cpuMs, peakBytes, error, difference } = outcome.measured;
  const times = cpuMs / estimate.cpuMs;
  if (error !== undefined) return `error: ${error}`;
  if (cpuMs > MAX_RENDER_CPU_MS) return `time: ${Math.round(cpuMs)} ms of processor time`;
  if (peakBytes > MOST_BYTES) return `memory: ${Math.round(peakBytes / 1e6)} MB`;
  if (times > mostTimes && cpuMs > LEAST_MS) {
    return `estimate: ${Math.round(cpuMs)} ms instead of ${Math.round(estimate.cpuMs)} ms`;
  }
  if (estimateMs > MOST_ESTIMATE_MS) return `slow-estimate: ${Math.round(estimateMs)} ms`;
  return difference === undefined ? undefined : `difference: ${difference}`;
}
