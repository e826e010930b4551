/** GET /api/v1/renders, GET and DELETE /api/v1/renders/{id}, and below it GET /request and POST /cancel */
import { findBatchJobs } from "../../../core/batches/get-batch.js";
import type { BatchStore } from "../../../core/batches/ports.js";
import { cancelRender, type CancelRenderDependencies } from "../../../core/renders/cancel-render.js";
import { deleteRender, type DeleteRenderDependencies } from "../../../core/renders/delete-render.js";
import { getRender } from "../../../core/renders/get-render.js";
import { getStoredRequest } from "../../../core/renders/get-stored-request.js";
import { listRenders } from "../../../core/renders/list-renders.js";
import type { InputStore, JobStore } from "../../../core/renders/ports.js";
import { presentJob } from "../../../core/renders/present-job.js";
import type { KeyRing } from "../../../core/signing/key-ring.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";

export interface RenderRoutesDependencies extends Omit<CancelRenderDependencies, "log">, DeleteRenderDependencies {
  readonly keyRing: KeyRing;
  readonly inputs: Pick<InputStore, "find" | "remove">;
  readonly jobs: Pick<JobStore, "findOwned" | "listOwned" | "end" | "remove">;
  readonly batches: Pick<BatchStore, "find" | "jobsOf">;
}

export function renderRoutes(dependencies: RenderRoutesDependencies) {
  return {
    listRenders: listRendersRoute(dependencies),
    getRender: getRenderRoute(dependencies),
    getRenderRequest: getRenderRequestRoute(dependencies),
    cancelRender: cancelRenderRoute(dependencies),
    deleteRender: deleteRenderRoute(dependencies),
  } satisfies RouteHandlers;
}

function listRendersRoute({ keyRing, jobs, batches }: RenderRoutesDependencies): RouteHandler<"listRenders"> {
  return async ({ caller, query, respond }) => {
    const lists = { jobs, findBatchJobs: findBatchJobs.bind(undefined, batches) };
    const { jobs: found, nextCursor } = await listRenders(lists, caller.workspaceId, query);
    const renders = found.map((job) => presentJob(job, keyRing));
    return respond(200, { renders, ...(nextCursor !== undefined && { nextCursor }) });
  };
}

function getRenderRoute({ keyRing, jobs }: RenderRoutesDependencies): RouteHandler<"getRender"> {
  return async ({ caller, params, respond }) => {
    const job = await getRender(jobs, caller.workspaceId, params.id);
    return respond(200, presentJob(job, keyRing));
  };
}

function getRenderRequestRoute(dependencies: RenderRoutesDependencies): RouteHandler<"getRenderRequest"> {
  return async ({ caller, params, respond }) =>
    respond(200, await getStoredRequest(dependencies, caller.workspaceId, params.id));
}

function cancelRenderRoute(dependencies: RenderRoutesDependencies): RouteHandler<"cancelRender"> {
  return async ({ caller, params, log, respond }) => {
    const job = await cancelRender({ ...dependencies, log }, caller.workspaceId, params.id);
    return respond(200, presentJob(job, dependencies.keyRing));
  };
}

function deleteRenderRoute(dependencies: RenderRoutesDependencies): RouteHandler<"deleteRender"> {
  return async ({ caller, params, respond }) => {
    await deleteRender(dependencies, caller.workspaceId, params.id);
    return respond(204);
  };
}
