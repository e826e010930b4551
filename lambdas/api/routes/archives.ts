/** POST and GET /api/v1/renders/batches/{id}/archive */
import { presentArchive } from "../../../core/batches/archive/archive.js";
import type { ArchiveUrls } from "../../../core/batches/archive/ports.js";
import {
  findArchive,
  requestArchive,
  type RequestArchiveDependencies,
} from "../../../core/batches/archive/request-archive.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";

export interface ArchiveRoutesDependencies extends Omit<RequestArchiveDependencies, "log"> {
  readonly archiveUrls: ArchiveUrls;
}

export function archiveRoutes(dependencies: ArchiveRoutesDependencies) {
  return {
    createArchive: createArchiveRoute(dependencies),
    getArchive: getArchiveRoute(dependencies),
  } satisfies RouteHandlers;
}

function createArchiveRoute(dependencies: ArchiveRoutesDependencies): RouteHandler<"createArchive"> {
  return async ({ caller, params, requestId, log, respond }) => {
    const archive = await requestArchive({ ...dependencies, log }, caller.workspaceId, params.id, requestId);
    const location = archivePath(params.id);
    return respond(archive.status === "ready" ? 200 : 202, presentArchive(archive), { location });
  };
}

function getArchiveRoute(dependencies: ArchiveRoutesDependencies): RouteHandler<"getArchive"> {
  return async ({ caller, params, respond }) => {
    const found = await findArchive(dependencies, caller.workspaceId, params.id);
    return found.kind === "ready"
      ? respond(303, undefined, { location: found.url })
      : respond(202, presentArchive(found.archive), { location: archivePath(params.id) });
  };
}

function archivePath(batchId: string): string {
  return `/api/v1/renders/batches/${batchId.toLowerCase()}/archive`;
}
