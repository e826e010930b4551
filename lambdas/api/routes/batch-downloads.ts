/** POST and GET /api/v1/renders/batches/{id}/archive */
import { presentDownload } from "../../../core/batches/batch-download.js";
import type { DownloadUrls } from "../../../core/batches/download/ports.js";
import {
  findDownload,
  requestDownload,
  type RequestDownloadDependencies,
} from "../../../core/batches/download/request-download.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";

export interface BatchDownloadDependencies extends Omit<RequestDownloadDependencies, "log"> {
  readonly downloadUrls: DownloadUrls;
}

export function batchDownloadRoutes(dependencies: BatchDownloadDependencies) {
  return {
    createArchive: createArchiveRoute(dependencies),
    getArchive: getArchiveRoute(dependencies),
  } satisfies RouteHandlers;
}

function createArchiveRoute(dependencies: BatchDownloadDependencies): RouteHandler<"createArchive"> {
  return async ({ caller, params, requestId, log, respond }) => {
    const download = await requestDownload({ ...dependencies, log }, caller.workspaceId, params.id, requestId);
    const location = downloadPath(params.id);
    return respond(download.status === "ready" ? 200 : 202, presentDownload(download), { location });
  };
}

function getArchiveRoute(dependencies: BatchDownloadDependencies): RouteHandler<"getArchive"> {
  return async ({ caller, params, respond }) => {
    const found = await findDownload(dependencies, caller.workspaceId, params.id);
    return found.kind === "ready"
      ? respond(303, undefined, { location: found.url })
      : respond(202, presentDownload(found.download), { location: downloadPath(params.id) });
  };
}

function downloadPath(batchId: string): string {
  return `/api/v1/renders/batches/${batchId.toLowerCase()}/archive`;
}
