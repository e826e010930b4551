/** POST /api/v1/render */
import type { Authenticate } from "../../../core/access/authenticate.js";
import { parseCreateRender } from "../../../core/contract/create-render.js";
import { ROUTES } from "../../../core/contract/routes.js";
import { checkRender, createRender, type CreateRenderDependencies } from "../../../core/renders/create-render.js";
import { presentJob } from "../../../core/renders/present-job.js";
import type { KeyRing } from "../../../core/signing/key-ring.js";
import { jsonAnswer } from "../../shared/http-answer.js";
import { readJson, type RouteHandler } from "../../shared/http-app.js";

export interface CreateRenderRouteDependencies {
  readonly authenticate: Authenticate;
  readonly keyRing: KeyRing;
  readonly create: Omit<CreateRenderDependencies, "log">;
}

export function createRenderRoute({ authenticate, keyRing, create }: CreateRenderRouteDependencies): RouteHandler {
  const { answers } = ROUTES.createRender;
  return async ({ event, authorization, requestId, baseUrl, log }) => {
    const { workspaceId } = await authenticate(authorization);
    const request = parseCreateRender(readJson(event));
    if (request.dryRun) {
      const { template, width, height } = await checkRender(create, workspaceId, request);
      const body = { valid: true, template: template.id, version: template.version, width, height, warnings: [] };
      return jsonAnswer(200, answers[200].parse(body));
    }
    const job = await createRender({ ...create, log }, { workspaceId, requestId, baseUrl }, request);
    return jsonAnswer(202, answers[202].parse(presentJob(job, keyRing)));
  };
}
