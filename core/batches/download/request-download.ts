/** Requests the download of a batch, and finds it. */
import { issuesError, ServiceError } from "../../contract/errors.js";
import type { Log } from "../../shared/log.js";
import { type Batch, hasEnded } from "../batch.js";
import { requireBatch } from "../get-batch.js";
import type { BatchStore } from "../ports.js";
import {
  type BatchDownload,
  DOWNLOAD_ATTRIBUTES,
  DOWNLOAD_FAILED,
  type DownloadId,
  downloadKey,
  downloadNow,
} from "../batch-download.js";
import { downloadedJobs } from "./downloaded-jobs.js";
import type { DownloadRequests, DownloadUrls } from "./ports.js";

/** The time after the redirect during which a download can start. */
const URL_SECONDS = 15 * 60;

export interface RequestDownloadDependencies {
  readonly batches: Pick<BatchStore, "find" | "jobsOf" | "startDownload" | "endDownload">;
  readonly downloadRequests: DownloadRequests;
  readonly log: Log;
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * Starts to create the download, unless it is being created or exists. Resolves to the state of the download after
 * that.
 *
 * @throws ServiceError `NOT_FOUND`. `CONFLICT` if the batch has not ended or has no picture. `details` contains the
 *   status of the batch. `VALIDATION_ERROR` for one PDF of pictures that are not all PDFs.
 */
export async function requestDownload(
  dependencies: RequestDownloadDependencies,
  workspaceId: string,
  { batchId, format }: DownloadId,
  requestId: string,
): Promise<BatchDownload> {
  const { batches, downloadRequests, now, newId } = dependencies;
  const batch = await requireBatch(batches, workspaceId, batchId);
  requirePictures(batch);
  if (format === "pdf") await requirePdfs(batches, batch);
  const token = newId();
  const id = { batchId: batch.id, format };
  if (await batches.startDownload(id, token, now())) {
    try {
      await downloadRequests.publish({ ...id, token, requestId });
    } catch (error) {
      await batches.endDownload(id, token, { status: "failed", error: DOWNLOAD_FAILED }, now());
      throw error;
    }
  }
  const { [DOWNLOAD_ATTRIBUTES[format]]: download } = await requireBatch(batches, workspaceId, batchId);
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

/** The number of jobs that a message names. */
const MAX_NAMED_JOBS = 5;

/** Refuses to create one PDF of pictures in other formats. */
async function requirePdfs(batches: Pick<BatchStore, "jobsOf">, batch: Batch): Promise<void> {
  const others = (await downloadedJobs(batches, batch)).filter(({ job }) => job.format !== "pdf");
  if (others.length === 0) return;
  const named = others.slice(0, MAX_NAMED_JOBS).map(({ job, index }) => `jobs[${index}] (${job.format})`);
  const more = others.length - named.length;
  const message =
    `All pictures must be PDFs, and these are not: ${named.join(", ")}${more === 0 ? "" : ` and ${more} more`}. ` +
    'Render them with "format": "pdf", or request the ZIP.';
  throw issuesError("The pictures of the batch cannot be one PDF.", [{ path: "format", message }]);
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
  { batchId, format }: DownloadId,
): Promise<FoundDownload> {
  const batch = await requireBatch(batches, workspaceId, batchId);
  const stored = batch[DOWNLOAD_ATTRIBUTES[format]];
  const download = stored && downloadNow(stored, now());
  if (download === undefined) {
    throw new ServiceError("NOT_FOUND", `The batch has no download as ${format}. Request it with POST.`);
  }
  if (download === "expired") throw new ServiceError("GONE", "The download has expired. Request it again with POST.");
  if (download.status === "making") return { kind: "making", download };
  if (download.status === "ready") {
    return { kind: "ready", url: await downloadUrls.urlOf(downloadKey({ batchId: batch.id, format }), URL_SECONDS) };
  }
  throw new ServiceError("CONFLICT", download.error ?? DOWNLOAD_FAILED, { details: { status: "failed" } });
}
