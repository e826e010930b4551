/** Creates a render job: validates the request against its template, writes the job, and enqueues it. */
import type { CheckFailureLimit } from "../access/failed-work.js";
import { outOfCredits } from "../billing/check-features.js";
import type { CreateRender } from "../contract/render-request.js";
import { retentionClassOf } from "../contract/retention.js";
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
import type { Log } from "../shared/log.js";
import type { LoadedTemplate } from "../templates/load-template.js";
import { buildJob } from "./build-job.js";
import { type CheckContext, type CheckedRender, checkRender, type CheckRenderDependencies } from "./check-render.js";
import { discardInputs, discardInputsIfUndone } from "./discard-inputs.js";
import { enqueueJob } from "./enqueue-job.js";
import { textWarnings } from "./find-request-warnings.js";
import { inputsKey, inputsOf, type Job } from "./job.js";
import { type Lease, withFirstLease } from "./lease.js";
import type { GoOnUntil, InputStore, JobStore, RenderQueue } from "./ports.js";

export interface CreateRenderDependencies extends CheckRenderDependencies {
  readonly jobs: JobStore;
  readonly inputs: InputStore;
  readonly queue: RenderQueue;
  readonly requireFewFailures: CheckFailureLimit;
  readonly log: Log;
  readonly now: () => number;
  readonly newId: () => string;
  /** The retention classes that files can have. */
  readonly retentionClasses: readonly string[];
  /** The lease of a job that this invocation renders itself. Without it, every job is enqueued. */
  readonly newLease?: () => Lease;
  /** See `CreationTerms`. */
  readonly goOnUntil?: GoOnUntil;
}

/** The request that creates the job. */
export interface RequestContext extends CheckContext {
  readonly requestId: string;
  /** The job that the new one renders again. */
  readonly rerenderOf?: string | undefined;
}

/** `recorded`: an earlier request with the same `Idempotency-Key` created the job, and this one wrote nothing. */
export type CreatedRender =
  { readonly kind: "created"; readonly job: Job; readonly template: LoadedTemplate } | { readonly kind: "recorded" };

/**
 * Creates a render job and enqueues it.
 *
 * The job is written before the message is sent. If the queue accepts the message but its response is lost, the
 * renderer still finds the job. If the message is never sent, the sweeper sends it. The creation is undone only if the
 * queue definitely refused the message. Inputs in the bucket are removed if no job was created.
 *
 * @param recordFor creates the idempotency record that is written with the job
 * @throws ServiceError as `checkRender` and `requireFewFailures`, and `PAYMENT_REQUIRED`, `QUEUE_UNAVAILABLE`.
 */
export async function createRender(
  dependencies: CreateRenderDependencies,
  context: RequestContext,
  request: CreateRender,
  recordFor?: (job: Job) => IdempotencyRecord,
): Promise<CreatedRender> {
  const { plan, planName } = context.caller;
  const [checked] = await Promise.all([
    checkRender(dependencies, context, request),
    dependencies.requireFewFailures(context.caller, dependencies.log),
  ]);
  const unleased = await draftJob(dependencies, context, checked);
  // An expensive job always goes to its queue.
  const lease = unleased.heavy ? undefined : dependencies.newLease?.();
  const draft = lease === undefined ? unleased : withFirstLease(unleased, lease);
  const record = recordFor?.(draft);
  const job = record === undefined ? draft : { ...draft, recordId: record.id };
  const { goOnUntil } = dependencies;
  const creation = await dependencies.jobs.create(job, { grant: plan.credits, record, goOnUntil });
  if (creation !== "created") await discardInputs(dependencies, [job]);
  if (creation === "out-of-credits") throw outOfCredits(planName);
  if (creation === "recorded") return { kind: "recorded" };
  if (lease === undefined) {
    await discardInputsIfUndone(dependencies, [job], async () => await enqueueJob(dependencies, job));
  }
  return { kind: "created", job, template: checked.template };
}

/** Builds the job of a checked request, and stores its inputs in the bucket if they contain data URIs. */
export async function draftJob(
  {
    inputs: inputStore,
    now,
    newId,
    retentionClasses,
  }: Pick<CreateRenderDependencies, "inputs" | "now" | "newId" | "retentionClasses">,
  { caller: { workspaceId, planName }, requestId, baseUrl, rerenderOf }: RequestContext,
  { template, hasDataUris: dataUris, ...checked }: CheckedRender,
): Promise<Job> {
  const id = newId();
  const { request } = checked;
  const retentionClass = retentionClassOf(planName, retentionClasses);
  if (dataUris) await inputStore.put(inputsKey(id), inputsOf(request), retentionClass);
  const job = buildJob({ id, workspaceId, requestId, baseUrl, template, checked, createdAtMs: now() });
  const warnings = textWarnings(request);
  return {
    ...job,
    ...(warnings.length > 0 && { warnings }),
    ...(retentionClass !== undefined && { retentionClass }),
    ...(dataUris && { inputs: { key: inputsKey(id) } }),
    ...(request.metadata !== undefined && { metadata: request.metadata }),
    ...(request.webhookUrl !== undefined && { webhookUrl: request.webhookUrl }),
    ...(rerenderOf !== undefined && { rerenderOf }),
  };
}
