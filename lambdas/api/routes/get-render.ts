/** GET /api/v1/renders/{id} */
import { getRender } from "../../../core/renders/get-render.js";
import type { JobStore } from "../../../core/renders/ports.js";
import { presentJob } from "../../../core/renders/present-job.js";
import type { KeyRing } from "../../../core/signing/key-ring.js";
import type { RouteHandler } from "../../shared/http-request.js";

export interface GetRenderRouteDependencies {
  readonly keyRing: KeyRing;
  readonly jobs: Pick<JobStore, "findOwned">;
}

export function getRenderRoute({ keyRing, jobs }: GetRenderRouteDependencies): RouteHandler<"getRender"> {
  return async ({ caller, params, respond }) => {
    const job = await getRender(jobs, caller.workspaceId, params.id);
    return respond(200, presentJob(job, keyRing));
  };
}
