/** Decides whether the outcome of a case is a finding. */
import { costIssues } from "../../src/estimate/cost-issues.js";
import { MAX_RENDER_CPU_MS } from "../../src/estimate/cost-limits.js";
import type { Estimate } from "../../src/estimate/estimate.js";
import type { KnownImages } from "../../src/estimate/image-work.js";
import { estimateCost } from "../../src/estimate/estimate-cost.js";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { expandLayers } from "../../src/document/expand-layers.js";
import { maxSizeOf } from "../../src/document/document-size.js";
import { checkOutput, drawnOutputSchema } from "../../src/document/output.js";
import { checkOverrides } from "../../src/document/overrides.js";
import type { Measured, Outcome } from "../measure/order.js";
import type { Compared, FuzzCase } from "./fuzz-case.js";

/** The measured time is at most this many times the estimate. */
export const MAX_ESTIMATE_RATIO = 3;
/** Shorter times are not compared with the estimate, because the process also does other work. */
const MIN_COMPARED_MS = 100;
/**
 * Memory of all processes of a function together. A function also holds AWS clients, which the stand-in does not have.
 */
export const MAX_RESIDENT_BYTES = 1_600_000_000;
const CLIENTS_BYTES = 40_000_000;
/** Processor time of checks and estimate together. The machine can be busy, so this is more than the 50 ms that it takes. */
const MAX_ESTIMATE_MS = 150;

/** A case that the service accepts, with its estimate. */
export type Checked =
  | { readonly estimate: Estimate; readonly estimateMs: number }
  | { readonly refused: string; readonly estimate?: Estimate };

/**
 * Checks a case as the service does before it writes anything. The service does not know the images at addresses. The
 * estimate that is compared with the measured time knows them, as the check of loaded images does.
 */
export function check({ source, request }: FuzzCase, loaded: KnownImages = {}): Checked {
  const checked = checkTemplateDocument(source);
  if ("issues" in checked) return { refused: "document" };
  const { document } = checked;
  const parsed = drawnOutputSchema.safeParse(request);
  if (!parsed.success) return { refused: "output" };
  const output = parsed.data;
  const before = process.cpuUsage();
  const issues = [...checkOverrides(document, request), ...checkOutput(maxSizeOf(document), output)];
  if (issues.length > 0) return { refused: "request" };
  const estimate = estimateCost(document, expandLayers(document, request), output);
  const { user, system } = process.cpuUsage(before);
  const estimateMs = (user + system) / 1000;
  if (costIssues(estimate).length > 0) return { refused: "cost", estimate };
  return { estimate: estimateCost(document, expandLayers(document, request), output, { images: loaded }), estimateMs };
}

/** Returns why an outcome is a finding, or undefined. The first word is the kind of the finding. */
export function findingOf(
  { estimate, estimateMs }: Exclude<Checked, { readonly refused: string }>,
  outcome: Outcome,
  mostTimes = MAX_ESTIMATE_RATIO,
): string | undefined {
  if ("ended" in outcome) return `${outcome.ended}: the process ended (${outcome.detail})`;
  const { cpuMs, error } = outcome.measured;
  const bytes = residentBytes(outcome.measured);
  if (error !== undefined) return `error: ${error}`;
  if (cpuMs > MAX_RENDER_CPU_MS) return `time: ${Math.round(cpuMs)} ms of processor time`;
  if (bytes > MAX_RESIDENT_BYTES) return `memory: ${Math.round(bytes / 1e6)} MB`;
  if (cpuMs / estimate.cpuMs > mostTimes && cpuMs > MIN_COMPARED_MS) {
    return `estimate: ${Math.round(cpuMs)} ms instead of ${Math.round(estimate.cpuMs)} ms`;
  }
  return estimateMs > MAX_ESTIMATE_MS ? `slow-estimate: ${Math.round(estimateMs)} ms` : undefined;
}

/** Returns the peak memory of all processes of a function during a render. */
export function residentBytes({ childBytes, functionBytes }: Measured): number {
  return childBytes + functionBytes + CLIENTS_BYTES;
}

/** Returns why a picture differs from the reference, or undefined. */
export function differenceOf(compared: Compared): string | undefined {
  if ("error" in compared) return `reference: ${compared.error}`;
  return compared.fault === undefined ? undefined : `difference: ${compared.fault}`;
}
