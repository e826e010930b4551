/** Takes a render request: checks it against its template, writes the job, hands it to a queue. */
import type { Caller } from "../access/authenticate.js";
import { checkFeatures, outOfCredits } from "../billing/check-features.js";
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
import type { CreateRender } from "../contract/create-render.js";
import { type Issue, validationError } from "../contract/errors.js";
import { pictureSize } from "../contract/template/output.js";
import { uploadsOfRequest } from "../contract/template/uploads-of.js";
import type { UploadCheck } from "../uploads/check-uploads.js";
import { checkPublicUrl } from "../fetching/check-url.js";
import { type LoadedTemplate, loadTemplate } from "../templates/load-template.js";
import type { TemplateStore } from "../templates/template-version.js";
import { buildJob } from "./build-job.js";
import { checkAgainstTemplate } from "./check-against-template.js";
import { enqueueJob } from "./enqueue-job.js";
import { hasDataUris } from "./has-data-uris.js";
import { inputsKey, type Job } from "./job.js";
import type { InputStore, JobStore, Log, RenderQueue } from "./ports.js";

export interface CreateRenderDependencies {
  readonly templates: TemplateStore;
  readonly jobs: JobStore;
  readonly inputs: InputStore;
  readonly queue: RenderQueue;
  readonly checkUploads: UploadCheck;
  readonly log: Log;
  readonly now: () => number;
  readonly newId: () => string;
  /** Whether webhooks may point at loopback addresses. */
  readonly allowLoopbackTargets: boolean;
}

/** On whose behalf, and in answer to which request. */
export interface RequestContext {
  readonly caller: Pick<Caller, "workspaceId" | "planName" | "plan">;
  readonly requestId: string;
  readonly baseUrl: string;
}

/** `recorded`: the same request has created its job before, and nothing was written now. */
export type CreatedRender = { readonly kind: "created"; readonly job: Job } | { readonly kind: "recorded" };

export interface CheckRenderDependencies extends Pick<
  CreateRenderDependencies,
  "checkUploads" | "allowLoopbackTargets"
> {
  readonly templates: Pick<TemplateStore, "find">;
}

/** A request found to be fit to render. */
export interface CheckedRender {
  readonly template: LoadedTemplate;
  /** Of the picture, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether the overrides hold data URIs, which are kept in the bucket. */
  readonly lifted: boolean;
}

/**
 * Checks a request against its template without creating anything.
 *
 * @throws ServiceError `NOT_FOUND`, `DUPLICATE_LAYER_NAMES`, `PAYLOAD_TOO_LARGE`, or `VALIDATION_ERROR` with every fault.
 */
export async function checkRender(
  dependencies: CheckRenderDependencies,
  workspaceId: string,
  request: CreateRender,
): Promise<CheckedRender> {
  const lifted = hasDataUris({ layers: request.layers, variables: request.variables });
  const template = await loadTemplate(dependencies.templates, workspaceId, request.template, request.version);
  const issues = [
    ...checkAgainstTemplate(template.document, request),
    ...checkWebhookUrl(request.webhookUrl, dependencies.allowLoopbackTargets),
  ];
  // Which uploads a request names is only known of a right one.
  const faults =
    issues.length > 0
      ? issues
      : await dependencies.checkUploads(workspaceId, uploadsOfRequest(template.document, request));
  if (faults.length > 0) throw validationError("The request can't be rendered as it stands.", faults);
  return { template, ...pictureSize(template.document, request.scale), lifted };
}

/**
 * Creates a render job and queues it.
 *
 * The job is written first: a queue that takes the message although its answer was lost then does no harm, and a job
 * whose message never left is sent by the sweeper. Only when the queue has certainly refused the message is the
 * creation undone.
 *
 * @param recordFor makes the idempotency record that is written with the job
 * @throws ServiceError as `checkRender`, and `FORBIDDEN`, `PAYMENT_REQUIRED`, `QUEUE_UNAVAILABLE`.
 */
export async function createRender(
  dependencies: CreateRenderDependencies,
  context: RequestContext,
  request: CreateRender,
  recordFor?: (job: Job) => IdempotencyRecord,
): Promise<CreatedRender> {
  const { workspaceId, plan, planName } = context.caller;
  checkFeatures(planName, plan, request);
  const checked = await checkRender(dependencies, workspaceId, request);
  const draft = await draftJob(dependencies, context, request, checked);
  const record = recordFor?.(draft);
  const job = record === undefined ? draft : { ...draft, recordId: record.id };
  const creation = await dependencies.jobs.create(job, { grant: plan.credits, record });
  if (creation === "out-of-credits") throw outOfCredits(planName);
  if (creation === "recorded") return { kind: "recorded" };
  await enqueueJob(dependencies, job);
  return { kind: "created", job };
}

async function draftJob(
  { inputs: inputStore, now, newId }: CreateRenderDependencies,
  { caller: { workspaceId }, requestId, baseUrl }: RequestContext,
  request: CreateRender,
  { template, lifted }: CheckedRender,
): Promise<Job> {
  const id = newId();
  const inputs = { layers: request.layers, variables: request.variables };
  if (lifted) await inputStore.put(inputsKey(id), inputs);
  const job = buildJob({ id, workspaceId, requestId, baseUrl, template, request, createdAtMs: now() });
  return {
    ...job,
    ...(lifted && { inputs: { key: inputsKey(id) } }),
    ...(request.metadata !== undefined && { metadata: request.metadata }),
    ...(request.webhookUrl !== undefined && { webhookUrl: request.webhookUrl }),
  };
}

function checkWebhookUrl(url: string | undefined, allowLoopback: boolean): Issue[] {
  const fault = url === undefined ? undefined : checkPublicUrl(url, { allowLoopback });
  return fault === undefined ? [] : [{ path: "webhookUrl", message: fault }];
}
