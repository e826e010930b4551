/** The archive of a batch: a ZIP of its finished pictures, made on request and deleted after some days. */
import * as z from "zod";
import type { ArchiveBody } from "../../contract/batch-body.js";
import { ARCHIVES_KEPT_DAYS, MAX_ARCHIVE_SECONDS } from "../../contract/limits.js";
import { BUCKET_PREFIXES } from "../../contract/storage-layout.js";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A function that takes longer was killed. */
const MAX_MAKING_MS = MAX_ARCHIVE_SECONDS * 1000 + 60_000;
const KEPT_MS = ARCHIVES_KEPT_DAYS * DAY_MS;

/** The `error` of an archive that failed for no fault of the request. */
export const NOT_MADE = "The archive could not be made. Request it again.";

export const archiveSchema = z.object({
  status: z.enum(["making", "ready", "failed"]),
  /** Identifies the request. The end of an earlier one does not change a later one. */
  token: z.string(),
  startedAtMs: z.int(),
  endedAtMs: z.int().optional(),
  pictures: z.int().optional(),
  /** Jobs whose pictures are no longer stored. */
  missing: z.array(z.uuid()).optional(),
  bytes: z.int().optional(),
  error: z.string().optional(),
});
export type Archive = z.infer<typeof archiveSchema>;

/** How an archive ended. */
export type ArchiveEnd =
  | { readonly status: "ready"; readonly pictures: number; readonly missing: readonly string[]; readonly bytes: number }
  | { readonly status: "failed"; readonly error: string };

/** The times before which an archive that is being made has failed, and before which a finished one has expired. */
export function archiveDeadlines(nowMs: number) {
  return { stuckBeforeMs: nowMs - MAX_MAKING_MS, expiredBeforeMs: nowMs - KEPT_MS };
}

/** The archive as it is now: one whose function was killed has failed. `expired`: the file is deleted. */
export function archiveNow(archive: Archive, nowMs: number): Archive | "expired" {
  const { stuckBeforeMs, expiredBeforeMs } = archiveDeadlines(nowMs);
  const { status, startedAtMs, endedAtMs = startedAtMs } = archive;
  if (status === "making" && startedAtMs < stuckBeforeMs) return { ...archive, status: "failed", error: NOT_MADE };
  return status === "ready" && endedAtMs < expiredBeforeMs ? "expired" : archive;
}

export function archiveKey(batchId: string): string {
  return `${BUCKET_PREFIXES.archives}${batchId}.zip`;
}

export function presentArchive({
  status,
  startedAtMs,
  endedAtMs,
  pictures,
  missing,
  bytes,
  error,
}: Archive): ArchiveBody {
  const isReady = status === "ready" && endedAtMs !== undefined;
  return {
    status,
    createdAt: new Date(startedAtMs).toISOString(),
    ...(isReady && { finishedAt: new Date(endedAtMs).toISOString() }),
    ...(isReady && { expiresAt: new Date(endedAtMs + KEPT_MS).toISOString() }),
    ...(pictures !== undefined && { pictures }),
    ...(missing !== undefined && missing.length > 0 && { missing }),
    ...(bytes !== undefined && { bytes }),
    ...(error !== undefined && { error }),
  };
}
