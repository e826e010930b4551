/** The fixtures that the tests of batches share. */
import { type CreateBatch, createBatchSchema, MALFORMED_BATCH_FIELDS } from "../../../core/contract/batches-api.js";
import { parseBody } from "../../../core/contract/parse-body.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import { createBatch, type CreateBatchDependencies } from "../../../core/batches/create-batch.js";
import type { BatchWithJobs } from "../../../core/batches/get-batch.js";
import type { RequestContext } from "../../../core/renders/create-render.js";
import { TEMPLATE, WORKSPACE } from "../../support/render-fixture.js";

export const TEAM = DEFAULT_PLANS.team as Plan;

export const contextOf = (plan: Plan = TEAM): RequestContext => ({
  caller: { workspaceId: WORKSPACE, planName: "team", plan },
  requestId: "request-1",
  baseUrl: "https://images.example.com",
});

export const batchOf = (body: unknown): CreateBatch => parseBody(createBatchSchema, body, MALFORMED_BATCH_FIELDS);

/** Returns a batch with `size` jobs of the same template. */
export const batchOfSize = (size: number, more: Readonly<Record<string, unknown>> = {}): CreateBatch =>
  batchOf({ jobs: Array.from({ length: size }, () => ({ template: TEMPLATE })), ...more });

export async function createdBatch(
  fixture: CreateBatchDependencies,
  body: CreateBatch,
  context = contextOf(),
): Promise<BatchWithJobs> {
  const result = await createBatch(fixture, context, body, () => undefined);
  if (result.kind !== "created") throw new Error(result.kind);
  return result;
}
