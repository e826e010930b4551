/**
 * The download of a batch: a ZIP or one PDF of its finished pictures, made on request and deleted after some days. In the
 * API, in stored records and in AWS, it is named "archive": the route, its operations and schema, the attributes of the
 * batch, the prefix of the storage key, the event and the function keep that name. Each format has its own download.
 */
import * as z from "zod";
import type { ArchiveFormat } from "../contract/archive-format.js";
import type { ArchiveBody } from "../contract/batch-body.js";
import { BATCH_DOWNLOADS_KEPT_DAYS, MAX_BATCH_DOWNLOAD_SECONDS } from "../contract/limits.js";
import { BUCKET_PREFIXES } from "../deployment/storage-layout.js";
import { DAY_MS } from "../shared/day-ms.js";

/** A function that takes longer than this was killed. */
const MAX_MAKING_MS = MAX_BATCH_DOWNLOAD_SECONDS * 1000 + 60_000;
const DOWNLOAD_RETENTION_MS = BATCH_DOWNLOADS_KEPT_DAYS * DAY_MS;

/** The `error` of a batch download that failed although the request was valid. */
export const DOWNLOAD_FAILED = "The download could not be made. Request it again.";

export const batchDownloadSchema = z.object({
  status: z.enum(["making", "ready", "failed"]),
  /** Identifies the request, so that the end of an earlier download does not change a later one. */
  token: z.string(),
  startedAtMs: z.int(),
  endedAtMs: z.int().optional(),
  pictures: z.int().optional(),
  /** Jobs whose pictures are no longer stored. */
  missing: z.array(z.uuid()).optional(),
  bytes: z.int().optional(),
  error: z.string().optional(),
});
export type BatchDownload = z.infer<typeof batchDownloadSchema>;

/** The attribute of a batch with its download in each format. */
export const DOWNLOAD_ATTRIBUTES = { zip: "archive", pdf: "pdfArchive" } as const satisfies Record<
  ArchiveFormat,
  string
>;

/** One of the downloads of a batch. */
export interface DownloadId {
  readonly batchId: string;
  readonly format: ArchiveFormat;
}

/** How a batch download ended. */
export type DownloadEnd =
  | { readonly status: "ready"; readonly pictures: number; readonly missing: readonly string[]; readonly bytes: number }
  | { readonly status: "failed"; readonly error: string };

/**
 * Returns two points in time. A download that was started before the first time and is still being made has failed. A
 * download that ended before the second time has expired.
 */
export function downloadDeadlines(nowMs: number) {
  return { stuckBeforeMs: nowMs - MAX_MAKING_MS, expiredBeforeMs: nowMs - DOWNLOAD_RETENTION_MS };
}

/**
 * Returns the current state of a download. If its function was killed, the download has failed. If its file is deleted,
 * the download is `expired`.
 */
export function downloadNow(download: BatchDownload, nowMs: number): BatchDownload | "expired" {
  const { stuckBeforeMs, expiredBeforeMs } = downloadDeadlines(nowMs);
  const { status, startedAtMs, endedAtMs = startedAtMs } = download;
  if (status === "making" && startedAtMs < stuckBeforeMs)
    return { ...download, status: "failed", error: DOWNLOAD_FAILED };
  return status === "ready" && endedAtMs < expiredBeforeMs ? "expired" : download;
}

export function downloadKey({ batchId, format }: DownloadId): string {
  return `${BUCKET_PREFIXES.archives}${batchId}.${format}`;
}

export function presentDownload(
  { status, startedAtMs, endedAtMs, pictures, missing, bytes, error }: BatchDownload,
  format: ArchiveFormat,
): ArchiveBody {
  const isReady = status === "ready" && endedAtMs !== undefined;
  return {
    status,
    format,
    createdAt: new Date(startedAtMs).toISOString(),
    ...(isReady && { finishedAt: new Date(endedAtMs).toISOString() }),
    ...(isReady && { expiresAt: new Date(endedAtMs + DOWNLOAD_RETENTION_MS).toISOString() }),
    ...(pictures !== undefined && { pictures }),
    ...(missing !== undefined && missing.length > 0 && { missing }),
    ...(bytes !== undefined && { bytes }),
    ...(error !== undefined && { error }),
  };
}
