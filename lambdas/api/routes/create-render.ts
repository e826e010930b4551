/** POST /api/v1/render */
import type { RunInSlot } from "../../../core/access/concurrency-limit.js";
import { checkFeatures } from "../../../core/billing/check-features.js";
import type { CreateRender } from "../../../core/contract/create-render.js";
import type { Issue } from "@image-render/engine/issues";
import { type DryRunBody, type JobBody, jobBodySchema } from "../../../core/contract/job-body.js";
import {
  type IdempotencyStore,
  type IdempotentRequest,
  recordOf,
} from "../../../core/idempotency/idempotency-record.js";
import { respondOnce, type RunResult } from "../../../core/idempotency/respond-once.js";
import {
  checkRender,
  createRender,
  type CreateRenderDependencies,
  textWarnings,
} from "../../../core/renders/create-render.js";
import type { FindWarnings } from "../../../core/renders/find-request-warnings.js";
import type { Job } from "../../../core/renders/job.js";
import { presentJob } from "../../../core/renders/present-job.js";
import type { KeyRing } from "../../../core/signing/key-ring.js";
import type { HttpRequest, RouteHandler } from "../../shared/http-request.js";
import { idempotentRequest, REPLAYED } from "../../shared/idempotent-request.js";

export interface CreateRenderRouteDependencies {
  readonly keyRing: KeyRing;
  readonly create: Omit<CreateRenderDependencies, "log">;
  readonly records: IdempotencyStore;
  /** Limits the dry runs of a workspace that are at work at the same time. */
  readonly runInSlot: RunInSlot;
  readonly findWarnings: FindWarnings;
}

export function createRenderRoute(dependencies: CreateRenderRouteDependencies): RouteHandler<"createRender"> {
  return async (request) => {
    const { event, name, body, bodyIssues, caller, respond } = request;
    if (body.dryRun) return respond(200, await dryRun(dependencies, request, body, bodyIssues));
    const once = idempotentRequest(event, caller.workspaceId, name);
    const { job, headers } = await createOnce(dependencies, request, once, () => ({ request: body, bodyIssues }));
    return respond(202, job, headers);
  };
}

/** What a route that creates a job reads of its request. */
type CreatingRequest = Pick<HttpRequest<"createRender">, "caller" | "requestId" | "baseUrl" | "log">;

/** Validates a request. Resolves to the body of the response. */
export async function dryRun(
  { create, runInSlot, findWarnings }: CreateRenderRouteDependencies,
  { caller, baseUrl, log }: CreatingRequest,
  request: CreateRender,
  bodyIssues: readonly Issue[] = [],
): Promise<DryRunBody> {
  checkFeatures(caller.planName, caller.plan, request);
  const { workspaceId } = caller;
  const check = async () => {
    const checked = await checkRender(create, { workspaceId, baseUrl, bodyIssues }, request);
    const found = await findWarnings(checked.template.document, checked.inputs, workspaceId);
    return { ...checked, warnings: [...textWarnings(request), ...found] };
  };
  const { template, width, height, warnings } = await runInSlot(workspaceId, log, check);
  const { id, version } = template;
  return { status: "valid", valid: true, template: id, version, width, height, warnings: [...warnings] };
}

/** The request for a job. */
export interface JobRequest {
  readonly request: CreateRender;
  /** The job that the new one renders again. */
  readonly rerenderOf?: string;
  /** Issues that reading the body has found. */
  readonly bodyIssues?: readonly Issue[];
}

/**
 * Creates a job, or finds the response to an earlier request with the same `Idempotency-Key`.
 *
 * @param find runs only if there is no such response
 */
export async function createOnce(
  { keyRing, create, records }: Pick<CreateRenderRouteDependencies, "keyRing" | "create" | "records">,
  { caller, requestId, baseUrl, log }: CreatingRequest,
  once: IdempotentRequest | undefined,
  find: () => JobRequest | Promise<JobRequest>,
): Promise<{ readonly job: JobBody; readonly headers: Readonly<Record<string, string>> }> {
  const recordFor = once && ((job: Job) => recordOf(once, 202, presentJob(job, keyRing), create.now()));
  const run = async (): Promise<RunResult> => {
    const { request, rerenderOf, bodyIssues } = await find();
    const context = { caller, requestId, baseUrl, rerenderOf, bodyIssues };
    const result = await createRender({ ...create, log }, context, request, recordFor);
    if (result.kind === "recorded") return result;
    return { kind: "completed", status: 202, body: presentJob(result.job, keyRing) };
  };
  const outcome = await respondOnce(records, once, create.now(), run);
  const job = jobBodySchema.parse(outcome.body);
  return { job, headers: { location: `/api/v1/renders/${job.id}`, ...(outcome.replayed && REPLAYED) } };
}
