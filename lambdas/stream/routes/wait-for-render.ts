/** GET /api/v1/renders/{id}/wait */
import { WAIT_AGAIN_MS } from "../../../core/contract/wait-api.js";
import { followWhile } from "../../../core/renders/follow-while.js";
import { isTerminal } from "../../../core/renders/job.js";
import { presentJob } from "../../../core/renders/present-job.js";
import { waitForRender, type WaitForRenderDependencies } from "../../../core/renders/wait-for-render.js";
import type { KeyRing } from "../../../core/signing/key-ring.js";
import type { RouteHandler } from "../../shared/http-request.js";

export interface WaitRouteDependencies extends Omit<WaitForRenderDependencies, "log"> {
  readonly keyRing: KeyRing;
}

export function waitForRenderRoute(dependencies: WaitRouteDependencies): RouteHandler<"waitForRender"> {
  return async ({ caller, params, query, log, recheckCaller, respond }) => {
    const followJob = followWhile(dependencies.followJob, recheckCaller);
    const job = await waitForRender({ ...dependencies, followJob, log }, caller, params.id, query.timeout * 1000);
    const body = presentJob(job, dependencies.keyRing);
    if (isTerminal(job)) return respond(200, body);
    return respond(202, { ...body, retryAfterMs: WAIT_AGAIN_MS }, { location: `/api/v1/renders/${job.id}` });
  };
}
