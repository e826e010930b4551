/** Creates a render job: validates the request against its template, writes the job, and enqueues it. */
import type { Caller } from "../access/authenticate.js";
import { checkFeatures, outOfCredits } from "../billing/check-features.js";
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
import type { Estimate } from "../contract/cost/estimate.js";
import type { CreateRender } from "../contract/create-render.js";
import { type Issue, issuesError } from "../contract/errors.js";
import { retentionClassOf } from "../contract/retention.js";
import { maxSizeOf } from "../contract/template/document-size.js";
import { normalizeLayers } from "../contract/template/normalize-layers.js";
import { withOwnUploads } from "../contract/template/own-uploads.js";
import { pictureSize } from "../contract/template/output.js";
import { uploadsOfRequest } from "../contract/template/uploads-of.js";
import type { UploadCheck } from "../uploads/check-uploads.js";
import { webhookUrlIssues } from "../fetching/webhook-url.js";
import { type LoadedTemplate, loadTemplate } from "../templates/load-template.js";
import type { TemplateStore } from "../templates/template-version.js";
import { buildJob } from "./build-job.js";
import { checkAgainstTemplate } from "./check-against-template.js";
import { discardInputs, discardInputsIfUndone } from "./discard-inputs.js";
import { enqueueJob } from "./enqueue-job.js";
import { hasDataUris } from "./has-data-uris.js";
import { inputsKey, inputsOf, type Job, type RenderInputs } from "./job.js";
import { type Lease, withFirstLease } from "./lease.js";
import type { GoOnUntil, InputStore, JobStore, Log, RenderQueue } from "./ports.js";

export interface CreateRenderDependencies {
  readonly templates: Pick<TemplateStore, "find">;
  readonly jobs: JobStore;
  readonly inputs: InputStore;
  readonly queue: RenderQueue;
  readonly checkUploads: UploadCheck;
  readonly log: Log;
  readonly now: () => number;
  readonly newId: () => string;
  /** Whether `webhookUrl` can name a loopback address. */
  readonly allowLoopbackTargets: boolean;
  /** The classes that files are kept by. */
  readonly retentionClasses: readonly string[];
  /** The lease of a job that this invocation renders itself. Without it, every job is enqueued. */
  readonly newLease?: () => Lease;
  /** As in `CreationTerms`. */
  readonly goOnUntil?: GoOnUntil;
}

/** The caller and the request that creates the job. */
export interface RequestContext {
  readonly caller: Pick<Caller, "workspaceId" | "planName" | "plan">;
  readonly requestId: string;
  readonly baseUrl: string;
  /** The job that the new one renders again. */
  readonly rerenderOf?: string | undefined;
}

/** `recorded`: an earlier request with the same `Idempotency-Key` created the job, and this one wrote nothing. */
export type CreatedRender =
  { readonly kind: "created"; readonly job: Job; readonly template: LoadedTemplate } | { readonly kind: "recorded" };

export interface CheckRenderDependencies extends Pick<
  CreateRenderDependencies,
  "checkUploads" | "allowLoopbackTargets"
> {
  readonly templates: Pick<TemplateStore, "find">;
}

/** A validated request. */
export interface CheckedRender {
  readonly template: LoadedTemplate;
  /** The inputs of the request. Its layers have their final names and types. */
  readonly inputs: RenderInputs & Pick<CreateRender, "layers" | "variables">;
  /** Width of the picture in pixels. */
  readonly width: number;
  /** Height of the picture in pixels. If the height of the document hugs, its greatest height. */
  readonly height: number;
  /** Whether the overrides contain data URIs. Such overrides are stored in the bucket. */
  readonly hasDataUris: boolean;
  /** What the render costs at most. */
  readonly estimate: Estimate;
}

/**
 * Validates a request against its template. Creates nothing.
 *
 * @throws ServiceError `NOT_FOUND`, `DUPLICATE_LAYER_NAMES`, `PAYLOAD_TOO_LARGE`, or `VALIDATION_ERROR` with all issues.
 */
export async function checkRender(
  dependencies: CheckRenderDependencies,
  { workspaceId, baseUrl }: { readonly workspaceId: string; readonly baseUrl: string },
  given: CreateRender,
): Promise<CheckedRender> {
  const dataUris = hasDataUris({ layers: given.layers, variables: given.variables });
  const template = await loadTemplate(dependencies.templates, workspaceId, given.template, given.version);
  const { layers: named, issues: nameIssues } = normalizeLayers(template.document, given.layers);
  const request = withOwnUploads(template.document, { ...given, layers: named }, baseUrl);
  const { issues: ownIssues, estimate } = checkAgainstTemplate(template.document, request);
  const requestIssues = [
    ...nameIssues,
    ...ownIssues,
    ...checkWebhookUrl(request.webhookUrl, dependencies.allowLoopbackTargets),
  ];
  // `uploadsOfRequest` needs a valid request.
  const issues =
    requestIssues.length > 0
      ? requestIssues
      : await dependencies.checkUploads(workspaceId, uploadsOfRequest(template.document, request));
  if (issues.length > 0 || estimate === undefined) throw issuesError("The request cannot be rendered.", issues);
  const size = pictureSize(maxSizeOf(template.document), request.scale);
  return { template, inputs: inputsOf(request), ...size, hasDataUris: dataUris, estimate };
}

/**
 * Creates a render job and enqueues it.
 *
 * The job is written before the message is sent. If the queue accepts the message but its response is lost, the renderer
 * still finds the job. If the message is never sent, the sweeper sends it. The creation is undone only if the queue
 * definitely refused the message. Inputs in the bucket are removed if no job was created.
 *
 * @param recordFor creates the idempotency record that is written with the job
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
  const checked = await checkRender(dependencies, { workspaceId, baseUrl: context.baseUrl }, request);
  const unleased = await draftJob(dependencies, context, request, checked);
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

/** Builds the job of a validated request, and stores its inputs in the bucket if they contain data URIs. */
export async function draftJob(
  {
    inputs: inputStore,
    now,
    newId,
    retentionClasses,
  }: Pick<CreateRenderDependencies, "inputs" | "now" | "newId" | "retentionClasses">,
  { caller: { workspaceId, planName }, requestId, baseUrl, rerenderOf }: RequestContext,
  given: CreateRender,
  { template, inputs, hasDataUris: dataUris, estimate }: CheckedRender,
): Promise<Job> {
  const id = newId();
  const request = { ...given, ...inputs };
  const retentionClass = retentionClassOf(planName, retentionClasses);
  if (dataUris) await inputStore.put(inputsKey(id), inputs, retentionClass);
  const job = buildJob({ id, workspaceId, requestId, baseUrl, template, request, estimate, createdAtMs: now() });
  return {
    ...job,
    ...(retentionClass !== undefined && { retentionClass }),
    ...(dataUris && { inputs: { key: inputsKey(id) } }),
    ...(request.metadata !== undefined && { metadata: request.metadata }),
    ...(request.webhookUrl !== undefined && { webhookUrl: request.webhookUrl }),
    ...(rerenderOf !== undefined && { rerenderOf }),
  };
}

/** Returns an issue for a URL that webhooks are never sent to. */
export function checkWebhookUrl(url: string | undefined, allowLoopback: boolean): Issue[] {
  return webhookUrlIssues("webhookUrl", url, allowLoopback);
}
