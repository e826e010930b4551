/** POST /api/v1/render */
import { checkRender, createRender, type CreateRenderDependencies } from "../../../core/renders/create-render.js";
import { presentJob } from "../../../core/renders/present-job.js";
import type { KeyRing } from "../../../core/signing/key-ring.js";
import type { RouteHandler } from "../../shared/http-request.js";

export interface CreateRenderRouteDependencies {
  readonly keyRing: KeyRing;
  readonly create: Omit<CreateRenderDependencies, "log">;
}

export function createRenderRoute({ keyRing, create }: CreateRenderRouteDependencies): RouteHandler<"createRender"> {
  return async ({ body, caller, requestId, baseUrl, log, reply }) => {
    const { workspaceId } = caller;
    if (body.dryRun) {
      const { template, width, height } = await checkRender(create, workspaceId, body);
      return reply(200, { valid: true, template: template.id, version: template.version, width, height, warnings: [] });
    }
    const job = await createRender({ ...create, log }, { workspaceId, requestId, baseUrl }, body);
    return reply(202, presentJob(job, keyRing));
  };
}
