/** Creates a render job: validates the request against its template, writes the job, and enqueues it. */
import type { Caller } from "../access/authenticate.js";
import type { RequireFewFailures } from "../access/failed-work.js";
import { checkFeatures, outOfCredits } from "../billing/check-features.js";
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
import type { Estimate } from "@image-render/engine/estimate";
import type { CreateRender } from "../contract/create-render.js";
import type { Issue } from "@image-render/engine/issues";
import { issuesError, withLaterIssues } from "../contract/errors.js";
import { replacedCharacters } from "../contract/replaced-characters.js";
import { retentionClassOf } from "../contract/retention.js";
import {
  maxSizeOf,
  normalizeLayers,
  pictureSize,
  uploadsOfRequest,
  type Warning,
  withOwnUploads,
} from "@image-render/engine/document";
import type { UploadCheck } from "../uploads/check-uploads.js";
import { webhookUrlIssues } from "../fetching/webhook-url.js";
import { type LoadedTemplate, loadTemplate } from "../templates/load-template.js";
import type { WithTemplateCache } from "../templates/template-cache.js";
import type { TemplateStore } from "../templates/template-version.js";
import { buildJob } from "./build-job.js";
import { checkAgainstTemplate } from "./check-against-template.js";
import { discardInputs, discardInputsIfUndone } from "./discard-inputs.js";
import { enqueueJob } from "./enqueue-job.js";
import { hasDataUris } from "./has-data-uris.js";
import { inputsKey, inputsOf, type Job, type RenderInputs } from "./job.js";
import { type Lease, withFirstLease } from "./lease.js";
import type { GoOnUntil, InputStore, JobStore, RenderQueue } from "./ports.js";
import type { Log } from "../shared/log.js";

export interface CreateRenderDependencies {
  readonly templates: Pick<TemplateStore, "find">;
  readonly jobs: JobStore;
  readonly inputs: InputStore;
  readonly queue: RenderQueue;
  readonly checkUploads: UploadCheck;
  readonly requireFewFailures: RequireFewFailures;
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
  /** Issues that reading the body has found: see `readBody`. With one of them, nothing is created. */
  readonly bodyIssues?: readonly Issue[] | undefined;
}

/** `recorded`: an earlier request with the same `Idempotency-Key` created the job, and this one wrote nothing. */
export type CreatedRender =
  { readonly kind: "created"; readonly job: Job; readonly template: LoadedTemplate } | { readonly kind: "recorded" };

/** With `loadTemplate`, the requests of a list share their templates. */
export interface CheckRenderDependencies
  extends Pick<CreateRenderDependencies, "checkUploads" | "allowLoopbackTargets">, Partial<WithTemplateCache> {
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

/** The workspace of the caller, the base URL of the request, and the issues of its body. */
export interface CheckContext extends Pick<RequestContext, "baseUrl" | "bodyIssues"> {
  readonly workspaceId: string;
}

/**
 * Validates a request against its template. Creates nothing.
 *
 * @throws ServiceError `NOT_FOUND`, `DUPLICATE_LAYER_NAMES`, `PAYLOAD_TOO_LARGE`, or `VALIDATION_ERROR` with all issues.
 */
export async function checkRender(
  dependencies: CheckRenderDependencies,
  { workspaceId, baseUrl, bodyIssues = [] }: CheckContext,
  given: CreateRender,
): Promise<CheckedRender> {
  const dataUris = hasDataUris({ layers: given.layers, variables: given.variables });
  const load = dependencies.loadTemplate ?? loadTemplate.bind(undefined, dependencies.templates);
  const template = await load(workspaceId, given.template, given.version);
  const { layers: named, issues: nameIssues } = normalizeLayers(template.document, given.layers);
  const request = withOwnUploads(template.document, { ...given, layers: named }, baseUrl);
  const { issues: ownIssues, estimate } = checkAgainstTemplate(template.document, request);
  const requestIssues = withLaterIssues(bodyIssues, [
    ...nameIssues,
    // The cost of a request without its faulty values says nothing.
    ...(estimate === undefined || bodyIssues.length === 0 ? ownIssues : []),
    ...checkWebhookUrl(request.webhookUrl, dependencies.allowLoopbackTargets),
  ]);
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
 * @throws ServiceError as `checkRender` and `requireFewFailures`, and `FORBIDDEN`, `PAYMENT_REQUIRED`, `QUEUE_UNAVAILABLE`.
 */
export async function createRender(
  dependencies: CreateRenderDependencies,
  context: RequestContext,
  request: CreateRender,
  recordFor?: (job: Job) => IdempotencyRecord,
): Promise<CreatedRender> {
  const { workspaceId, plan, planName } = context.caller;
  checkFeatures(planName, plan, request);
  const { baseUrl, bodyIssues } = context;
  const [checked] = await Promise.all([
    checkRender(dependencies, { workspaceId, baseUrl, bodyIssues }, request),
    dependencies.requireFewFailures(context.caller, dependencies.log),
  ]);
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

/** The warnings about the texts of a request as they were sent. */
export function textWarnings({
  layers,
  variables,
  metadata,
}: RenderInputs & Pick<CreateRender, "metadata">): Warning[] {
  return replacedCharacters({ layers, variables, metadata });
}

/** Returns an issue for a URL that webhooks are never sent to. */
export function checkWebhookUrl(url: string | undefined, allowLoopback: boolean): Issue[] {
  return webhookUrlIssues("webhookUrl", url, allowLoopback);
}
