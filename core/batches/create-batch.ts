/** Creates a batch: validates all items, writes the batch and its jobs in one transaction, and enqueues the jobs. */
import { outOfCredits } from "../billing/check-features.js";
import { debitAt } from "../billing/debit.js";
import type { CreateBatch } from "../contract/batches-api.js";
import { BATCH_PRIORITY } from "../contract/render-queues.js";
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
import type { CheckedRender } from "../renders/check-render.js";
import { type CreateRenderDependencies, draftJob, type RequestContext } from "../renders/create-render.js";
import { discardInputs, discardInputsIfUndone } from "../renders/discard-inputs.js";
import type { Job } from "../renders/job.js";
import type { JobStore } from "../renders/ports.js";
import { inGroups } from "../shared/in-groups.js";
import type { Batch } from "./batch.js";
import { checkBatch } from "./check-batch.js";
import { enqueueBatch } from "./enqueue-batch.js";
import type { BatchWithJobs } from "./get-batch.js";
import type { BatchQueue, BatchStore } from "./ports.js";

/** The number of inputs with data URIs that are written at the same time. Each of them can have several megabytes. */
const CONCURRENT_INPUTS = 10;

export interface CreateBatchDependencies extends Omit<CreateRenderDependencies, "newLease" | "queue" | "jobs"> {
  readonly batches: Pick<BatchStore, "create" | "undoCreation">;
  readonly jobs: Pick<JobStore, "markEnqueued">;
  readonly queue: BatchQueue;
}

/** `recorded`: an earlier request with the same `Idempotency-Key` created the batch, and this one wrote nothing. */
export type CreatedBatch = ({ readonly kind: "created" } & BatchWithJobs) | { readonly kind: "recorded" };

/**
 * Creates all jobs or none: if one item is not valid, nothing is written or debited. As for a single job, everything is
 * written before the messages are sent. The creation is undone only if the queues definitely refused every message.
 *
 * @param recordFor creates the idempotency record that is written with the batch, if the request has a key
 * @throws ServiceError as `checkBatch` and `requireFewFailures`, and `PAYMENT_REQUIRED`, `QUEUE_UNAVAILABLE`.
 */
export async function createBatch(
  dependencies: CreateBatchDependencies,
  context: RequestContext,
  request: CreateBatch,
  recordFor: (created: BatchWithJobs) => IdempotencyRecord | undefined,
): Promise<CreatedBatch> {
  const { plan, planName } = context.caller;
  const [items] = await Promise.all([
    checkBatch(dependencies, context, request, (checked) => checked),
    dependencies.requireFewFailures(context.caller, dependencies.log),
  ]);
  const draft = await draftBatch(dependencies, context, request, items);
  const record = recordFor(draft);
  const batch = record === undefined ? draft.batch : { ...draft.batch, recordId: record.id };
  const creation = await dependencies.batches.create(batch, draft.jobs, { grant: plan.credits, record });
  if (creation !== "created") await discardInputs(dependencies, draft.jobs);
  if (creation === "out-of-credits") throw outOfCredits(planName);
  if (creation === "recorded") return { kind: "recorded" };
  const enqueue = async () => await enqueueBatch(dependencies, batch, draft.jobs);
  await discardInputsIfUndone(dependencies, draft.jobs, enqueue);
  return { kind: "created", batch, jobs: draft.jobs };
}

async function draftBatch(
  dependencies: CreateBatchDependencies,
  context: RequestContext,
  { webhookUrl }: CreateBatch,
  items: readonly CheckedRender[],
): Promise<BatchWithJobs> {
  const id = dependencies.newId();
  const createdAtMs = dependencies.now();
  const draft = async (item: CheckedRender): Promise<Job> => {
    const request = { ...item.request, priority: item.request.priority ?? BATCH_PRIORITY };
    const job = await draftJob({ ...dependencies, now: () => createdAtMs }, context, { ...item, request });
    return { ...job, batchId: id };
  };
  const jobs = await inGroups(items, CONCURRENT_INPUTS, draft);
  const credits = jobs.reduce((sum, { debit }) => sum + (debit?.credits ?? 0), 0);
  const batch: Batch = {
    id,
    workspaceId: context.caller.workspaceId,
    requestId: context.requestId,
    jobIds: jobs.map((job) => job.id),
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...commonTemplate(jobs),
    createdAtMs,
    remaining: jobs.length,
    failed: 0,
    debit: debitAt(createdAtMs, credits),
  };
  return { batch, jobs };
}

/** The list shows the template of a batch without reading its jobs. */
function commonTemplate([first, ...others]: readonly Job[]): Pick<Batch, "templateId"> {
  if (first === undefined || others.some(({ templateId }) => templateId !== first.templateId)) return {};
  return { templateId: first.templateId };
}
