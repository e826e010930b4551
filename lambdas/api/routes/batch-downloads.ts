/** POST and GET /api/v1/renders/batches/{id}/archive */
import { type DownloadId, presentDownload } from "../../../core/batches/batch-download.js";
import type { DownloadUrls } from "../../../core/batches/download/ports.js";
import {
  findDownload,
  requestDownload,
  type RequestDownloadDependencies,
} from "../../../core/batches/download/request-download.js";
import { archiveBodySchema } from "../../../core/contract/batch-body.js";
import { type IdempotencyRecorder, recordOf } from "../../../core/idempotency/idempotency-record.js";
import { respondOnce, type RunResult } from "../../../core/idempotency/respond-once.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";
import { idempotentRequest, REPLAYED } from "../../shared/idempotent-request.js";

export interface BatchDownloadDependencies extends Omit<RequestDownloadDependencies, "log"> {
  readonly downloadUrls: DownloadUrls;
  readonly records: IdempotencyRecorder;
}

export function batchDownloadRoutes(dependencies: BatchDownloadDependencies) {
  return {
    createArchive: createArchiveRoute(dependencies),
    getArchive: getArchiveRoute(dependencies),
  } satisfies RouteHandlers;
}

function createArchiveRoute(dependencies: BatchDownloadDependencies): RouteHandler<"createArchive"> {
  const { records, now } = dependencies;
  return async ({ event, name, caller: { workspaceId }, params, body: choice, requestId, log, respond }) => {
    const once = idempotentRequest(event, workspaceId, name, params.id.toLowerCase());
    const id = { batchId: params.id, ...choice };
    // A repetition after a crash finds the download that is being made, so the record can come last.
    const run = async (): Promise<RunResult> => {
      const download = await requestDownload({ ...dependencies, log }, workspaceId, id, requestId);
      const response = { status: download.status === "ready" ? 200 : 202, body: presentDownload(download, id.format) };
      const isFirst =
        once === undefined || (await records.putFirst(recordOf(once, response.status, response.body, now()), now()));
      return isFirst ? { kind: "completed", ...response } : { kind: "recorded" };
    };
    const { status, body, replayed } = await respondOnce(records, once, now(), run);
    const headers = { location: downloadPath(id), ...(replayed && REPLAYED) };
    return respond(status === 200 ? 200 : 202, archiveBodySchema.parse(body), headers);
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
