/** Requests the archive of a batch, and finds it. */
import { ServiceError } from "../../contract/errors.js";
import type { Log } from "../../shared/log.js";
import { type Batch, hasEnded } from "../batch.js";
import { requireBatch } from "../get-batch.js";
import type { BatchStore } from "../ports.js";
import { type Archive, archiveKey, archiveNow, NOT_MADE } from "./archive.js";
import type { ArchiveRequests, ArchiveUrls } from "./ports.js";

/** A download can start this long after the redirect. */
const URL_SECONDS = 15 * 60;

export interface RequestArchiveDependencies {
  readonly batches: Pick<BatchStore, "find" | "startArchive" | "endArchive">;
  readonly archiveRequests: ArchiveRequests;
  readonly log: Log;
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * Starts to make the archive, unless it is being made or exists. Resolves to the archive as it is then.
 *
 * @throws ServiceError `NOT_FOUND`. `CONFLICT` with the status of the batch in `details`: it has not ended, or has no picture.
 */
export async function requestArchive(
  dependencies: RequestArchiveDependencies,
  workspaceId: string,
  id: string,
  requestId: string,
): Promise<Archive> {
  const { batches, archiveRequests, now, newId } = dependencies;
  const batch = await requireBatch(batches, workspaceId, id);
  requirePictures(batch);
  const token = newId();
  if (await batches.startArchive(batch.id, token, now())) {
    try {
      await archiveRequests.publish({ batchId: batch.id, token, requestId });
    } catch (error) {
      await batches.endArchive(batch.id, token, { status: "failed", error: NOT_MADE }, now());
      throw error;
    }
  }
  const { archive } = await requireBatch(batches, workspaceId, id);
  if (archive === undefined) throw new Error(`The archive of the batch ${batch.id} was not started.`);
  return archive;
}

function requirePictures(batch: Batch): void {
  if (!hasEnded(batch)) {
    const message = "The batch has not ended. Request the archive when it has.";
    throw new ServiceError("CONFLICT", message, { details: { status: "queued" } });
  }
  if (batch.failed < batch.jobIds.length) return;
  throw new ServiceError("CONFLICT", "All jobs of the batch failed, so it has no pictures.", {
    details: { status: "failed" },
  });
}

export type FoundArchive =
  { readonly kind: "making"; readonly archive: Archive } | { readonly kind: "ready"; readonly url: string };

/**
 * @throws ServiceError `NOT_FOUND` without an archive. `CONFLICT` with the status `failed` if it could not be made. `GONE` if
 *   it has expired.
 */
export async function findArchive(
  {
    batches,
    archiveUrls,
    now,
  }: {
    readonly batches: Pick<BatchStore, "find">;
    readonly archiveUrls: ArchiveUrls;
    readonly now: () => number;
  },
  workspaceId: string,
  id: string,
): Promise<FoundArchive> {
  const batch = await requireBatch(batches, workspaceId, id);
  const archive = batch.archive && archiveNow(batch.archive, now());
  if (archive === undefined) throw new ServiceError("NOT_FOUND", "The batch has no archive. Request it with POST.");
  if (archive === "expired") throw new ServiceError("GONE", "The archive has expired. Request it again with POST.");
  if (archive.status === "making") return { kind: "making", archive };
  if (archive.status === "ready") {
    return { kind: "ready", url: await archiveUrls.urlOf(archiveKey(batch.id), URL_SECONDS) };
  }
  throw new ServiceError("CONFLICT", archive.error ?? NOT_MADE, { details: { status: "failed" } });
}
