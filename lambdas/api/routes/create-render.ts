/** POST /api/v1/render */
import type { RunInSlot } from "../../../core/access/concurrency-limit.js";
import { checkFeatures } from "../../../core/billing/check-features.js";
import { jobBodySchema } from "../../../core/contract/job-body.js";
import { respondOnce, type RunResult } from "../../../core/idempotency/respond-once.js";
import {
  type IdempotencyStore,
  type IdempotentRequest,
  recordOf,
} from "../../../core/idempotency/idempotency-record.js";
import {
  checkRender,
  createRender,
  type CreateRenderDependencies,
  textWarnings,
} from "../../../core/renders/create-render.js";
import type { FindWarnings } from "../../../core/renders/find-request-warnings.js";
import { presentJob } from "../../../core/renders/present-job.js";
import type { KeyRing } from "../../../core/signing/key-ring.js";
import type { RouteHandler } from "../../shared/http-request.js";
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
  const { keyRing, create, records, runInSlot, findWarnings } = dependencies;
  return async ({ event, name, body, bodyIssues, caller, requestId, baseUrl, log, respond }) => {
    if (body.dryRun) {
      checkFeatures(caller.planName, caller.plan, body);
      const check = async () => {
        const checked = await checkRender(create, { workspaceId: caller.workspaceId, baseUrl, bodyIssues }, body);
        const { document } = checked.template;
        const found = await findWarnings(document, checked.inputs, caller.workspaceId);
        return { ...checked, warnings: [...textWarnings(body), ...found] };
      };
      const { template, width, height, warnings } = await runInSlot(caller.workspaceId, log, check);
      return respond(200, {
        status: "valid",
        valid: true,
        template: template.id,
        version: template.version,
        width,
        height,
        warnings,
      });
    }
    const once = idempotentRequest(event, caller.workspaceId, name);
    const run = async (): Promise<RunResult> => {
      const recordFor = (request: IdempotentRequest) => (job: Parameters<typeof presentJob>[0]) =>
        recordOf(request, 202, presentJob(job, keyRing), create.now());
      const context = { caller, requestId, baseUrl, bodyIssues };
      const result = await createRender({ ...create, log }, context, body, once && recordFor(once));
      return result.kind === "recorded"
        ? result
        : { kind: "completed", status: 202, body: presentJob(result.job, keyRing) };
    };
    const outcome = await respondOnce(records, once, create.now(), run);
    const job = jobBodySchema.parse(outcome.body);
    return respond(202, job, { location: `/api/v1/renders/${job.id}`, ...(outcome.replayed && REPLAYED) });
  };
}
