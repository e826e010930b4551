/** POST /api/v1/renders/{id}/rerender */
import { dryRun } from "../../../core/renders/dry-run.js";
import { rerenderRequest } from "../../../core/renders/rerender-request.js";
import { withTemplateCache } from "../../../core/templates/template-cache.js";
import type { RouteHandler } from "../../shared/http-request.js";
import { idempotentRequest } from "../../shared/idempotent-request.js";
import { createOnce, type CreateRenderRouteDependencies, type JobRequest } from "./post-render.js";

export function rerenderRoute(dependencies: CreateRenderRouteDependencies): RouteHandler<"rerender"> {
  return async (request) => {
    const { event, name, params, body, caller, baseUrl, log, respond } = request;
    const { workspaceId } = caller;
    // The merge and the validation need the same version.
    const create = withTemplateCache(dependencies.create);
    const find = async (): Promise<JobRequest> => {
      const { origin, request: merged } = await rerenderRequest(create, workspaceId, params.id, body);
      return { request: merged, rerenderOf: origin.id };
    };
    if (body.dryRun) {
      const { runInSlot, findWarnings } = dependencies;
      const { request: merged } = await find();
      return respond(200, await dryRun({ ...create, runInSlot, findWarnings, log }, { caller, baseUrl }, merged));
    }
    const once = idempotentRequest(event, workspaceId, name, params.id.toLowerCase());
    const { job, headers } = await createOnce({ ...dependencies, create }, request, once, find);
    return respond(202, job, headers);
  };
}
