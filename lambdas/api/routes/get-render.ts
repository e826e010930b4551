/** GET /api/v1/renders/{id} */
import type { Authenticate } from "../../../core/access/authenticate.js";
import { ROUTES } from "../../../core/contract/routes.js";
import { getRender } from "../../../core/renders/get-render.js";
import type { JobStore } from "../../../core/renders/ports.js";
import { presentJob } from "../../../core/renders/present-job.js";
import type { KeyRing } from "../../../core/signing/key-ring.js";
import { jsonAnswer } from "../../shared/http-answer.js";
import type { RouteHandler } from "../../shared/http-app.js";

export interface GetRenderRouteDependencies {
  readonly authenticate: Authenticate;
  readonly keyRing: KeyRing;
  readonly jobs: Pick<JobStore, "findOwned">;
}

export function getRenderRoute({ authenticate, keyRing, jobs }: GetRenderRouteDependencies): RouteHandler {
  return async ({ authorization, params }) => {
    const { workspaceId } = await authenticate(authorization);
    const job = await getRender(jobs, workspaceId, params.id ?? "");
    return jsonAnswer(200, ROUTES.getRender.answers[200].parse(presentJob(job, keyRing)));
  };
}
