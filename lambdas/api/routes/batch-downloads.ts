/** POST and GET /api/v1/renders/batches/{id}/archive */
import { type DownloadId, presentDownload } from "../../../core/batches/batch-download.js";
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
  return async ({ caller, params, body, requestId, log, respond }) => {
    const id = { batchId: params.id, ...body };
    const download = await requestDownload({ ...dependencies, log }, caller.workspaceId, id, requestId);
    const location = downloadPath(id);
    return respond(download.status === "ready" ? 200 : 202, presentDownload(download, id.format), { location });
  };
}

function getArchiveRoute(dependencies: BatchDownloadDependencies): RouteHandler<"getArchive"> {
  return async ({ caller, params, query, respond }) => {
    const id = { batchId: params.id, ...query };
    const found = await findDownload(dependencies, caller.workspaceId, id);
    return found.kind === "ready"
      ? respond(303, undefined, { location: found.url })
      : respond(202, presentDownload(found.download, id.format), { location: downloadPath(id) });
  };
}

function downloadPath({ batchId, format }: DownloadId): string {
  const query = format === "zip" ? "" : `?format=${format}`;
  return `/api/v1/renders/batches/${batchId.toLowerCase()}/archive${query}`;
}
