/** POST /api/v1/render */
import type { CreateRender } from "../../../core/contract/render-request.js";
import type { Issue } from "@image-render/engine/issues";
import { type JobBody, jobBodySchema } from "../../../core/contract/job-body.js";
import {
  type IdempotencyStore,
  type IdempotentRequest,
  recordOf,
} from "../../../core/idempotency/idempotency-record.js";
import { respondOnce, type RunResult } from "../../../core/idempotency/respond-once.js";
import { createRender, type CreateRenderDependencies } from "../../../core/renders/create-render.js";
import { dryRun, type DryRunDependencies } from "../../../core/renders/dry-run.js";
import type { Job } from "../../../core/renders/job.js";
import { presentJob } from "../../../core/renders/present-job.js";
import type { KeyRing } from "../../../core/signing/key-ring.js";
import type { HttpRequest, RouteHandler } from "../../shared/http-request.js";
import { idempotentRequest, REPLAYED } from "../../shared/idempotent-request.js";

export interface CreateRenderRouteDependencies extends Pick<DryRunDependencies, "runInSlot" | "findWarnings"> {
  readonly keyRing: KeyRing;
  readonly create: Omit<CreateRenderDependencies, "log">;
  readonly records: IdempotencyStore;
}

export function createRenderRoute(dependencies: CreateRenderRouteDependencies): RouteHandler<"createRender"> {
  return async (request) => {
    const { event, name, body, bodyIssues, caller, baseUrl, log, respond } = request;
    if (body.dryRun) {
      const { create, runInSlot, findWarnings } = dependencies;
      const checks = { ...create, runInSlot, findWarnings, log };
      return respond(200, await dryRun(checks, { caller, baseUrl, bodyIssues }, body));
    }
    const once = idempotentRequest(event, caller.workspaceId, name);
    const { job, headers } = await createOnce(dependencies, request, once, () => ({ request: body, bodyIssues }));
    return respond(202, job, headers);
  };
}

/** The part of a request that a route reads to create a job. */
type CreatingRequest = Pick<HttpRequest<"createRender">, "caller" | "requestId" | "baseUrl" | "log">;

/** The request for a job. */
export interface JobRequest {
  readonly request: CreateRender;
  /** The job that the new one renders again. */
  readonly rerenderOf?: string;
  /** Issues that were found when the body was read. */
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
