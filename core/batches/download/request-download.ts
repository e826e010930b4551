/** Requests the download of a batch, and finds it. */
import { ServiceError } from "../../contract/errors.js";
import type { Log } from "../../shared/log.js";
import { type Batch, hasEnded } from "../batch.js";
import { requireBatch } from "../get-batch.js";
import type { BatchStore } from "../ports.js";
import { type BatchDownload, downloadKey, downloadNow, DOWNLOAD_FAILED } from "../batch-download.js";
import type { DownloadRequests, DownloadUrls } from "./ports.js";

/** The time after the redirect during which a download can start. */
const URL_SECONDS = 15 * 60;

export interface RequestDownloadDependencies {
  readonly batches: Pick<BatchStore, "find" | "startDownload" | "endDownload">;
  readonly downloadRequests: DownloadRequests;
  readonly log: Log;
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * Starts to make the download, unless it is being made or exists. Resolves to the state of the download after that.
 *
 * @throws ServiceError `NOT_FOUND`. `CONFLICT` if the batch has not ended or has no picture. `details` contains the
 *   status of the batch.
 */
export async function requestDownload(
  dependencies: RequestDownloadDependencies,
  workspaceId: string,
  id: string,
  requestId: string,
): Promise<BatchDownload> {
  const { batches, downloadRequests, now, newId } = dependencies;
  const batch = await requireBatch(batches, workspaceId, id);
  requirePictures(batch);
  const token = newId();
  if (await batches.startDownload(batch.id, token, now())) {
    try {
      await downloadRequests.publish({ batchId: batch.id, token, requestId });
    } catch (error) {
      await batches.endDownload(batch.id, token, { status: "failed", error: DOWNLOAD_FAILED }, now());
      throw error;
    }
  }
  const { archive: download } = await requireBatch(batches, workspaceId, id);
  if (download === undefined) throw new Error(`The download of the batch ${batch.id} was not started.`);
  return download;
}

function requirePictures(batch: Batch): void {
  if (!hasEnded(batch)) {
    const message = "The batch has not ended. Request the download when it has.";
    throw new ServiceError("CONFLICT", message, { details: { status: "queued" } });
  }
  if (batch.failed < batch.jobIds.length) return;
  throw new ServiceError("CONFLICT", "All jobs of the batch failed, so it has no pictures.", {
    details: { status: "failed" },
  });
}

export type FoundDownload =
  { readonly kind: "making"; readonly download: BatchDownload } | { readonly kind: "ready"; readonly url: string };

/**
 * @throws ServiceError `NOT_FOUND` if there is no download. `CONFLICT` with the status `failed` if it could not be
 *   made. `GONE` if it has expired.
 */
export async function findDownload(
  {
    batches,
    downloadUrls,
    now,
  }: {
    readonly batches: Pick<BatchStore, "find">;
    readonly downloadUrls: DownloadUrls;
    readonly now: () => number;
  },
  workspaceId: string,
  id: string,
): Promise<FoundDownload> {
  const batch = await requireBatch(batches, workspaceId, id);
  const download = batch.archive && downloadNow(batch.archive, now());
  if (download === undefined) throw new ServiceError("NOT_FOUND", "The batch has no download. Request it with POST.");
  if (download === "expired") throw new ServiceError("GONE", "The download has expired. Request it again with POST.");
  if (download.status === "making") return { kind: "making", download };
  if (download.status === "ready") {
    return { kind: "ready", url: await downloadUrls.urlOf(downloadKey(batch.id), URL_SECONDS) };
  }
  throw new ServiceError("CONFLICT", download.error ?? DOWNLOAD_FAILED, { details: { status: "failed" } });
}
