/** Makes the archive of a batch, one picture after the other. */
import type { ArchiveRequest } from "../../contract/archive-request.js";
import { ServiceError } from "../../contract/errors.js";
import { pictureKey } from "../../renders/job.js";
import type { AssetStore } from "../../shared/asset-store.js";
import type { Log } from "../../shared/log.js";
import type { BatchStore } from "../ports.js";
import { type ArchiveEnd, archiveKey, NOT_MADE } from "./archive.js";
import { archiveNames } from "./archive-names.js";
import type { ArchiveBucket } from "./ports.js";
import { writeZip, type ZipEntry } from "./zip.js";

export interface MakeArchiveDependencies {
  readonly batches: Pick<BatchStore, "find" | "jobsOf" | "endArchive">;
  readonly assets: AssetStore;
  readonly archives: ArchiveBucket;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Never throws for a fault of its own: the archive fails with an error that its owner sees, and can be requested again. A
 * repeated message does nothing if the archive has ended, and makes the same file otherwise.
 */
export async function makeArchive(dependencies: MakeArchiveDependencies, request: ArchiveRequest): Promise<void> {
  const { batches, log, now } = dependencies;
  const { batchId, token } = request;
  const batch = await batches.find(batchId);
  if (batch?.archive?.token !== token || batch.archive.status !== "making") {
    log.info("The archive has ended, or another request makes it.", { ...request });
    return;
  }
  let end: ArchiveEnd;
  try {
    end = await storePictures(dependencies, batch);
    log.info("The archive is stored.", { ...request, ...end });
  } catch (error) {
    const isPublic = error instanceof ServiceError && error.code === "GONE";
    end = { status: "failed", error: isPublic ? error.message : NOT_MADE };
    if (isPublic) log.warn("The archive has no pictures.", { ...request });
    else log.error("The archive could not be made.", { ...request, error });
  }
  await batches.endArchive(batchId, token, end, now());
}

async function storePictures(
  { batches, assets, archives }: MakeArchiveDependencies,
  batch: { readonly id: string; readonly jobIds: readonly string[] } & Parameters<BatchStore["jobsOf"]>[0],
): Promise<ArchiveEnd> {
  const jobs = await batches.jobsOf(batch);
  const done = jobs
    .filter(({ status, deletedAtMs }) => status === "done" && deletedAtMs === undefined)
    .map((job) => ({ job, index: batch.jobIds.indexOf(job.id) }));
  const names = archiveNames(done, batch.jobIds.length);
  const missing: string[] = [];
  const entries = async function* (): AsyncGenerator<ZipEntry, void, undefined> {
    for (const [position, { job }] of done.entries()) {
      const opened = await assets.open(pictureKey(job), { headOnly: false });
      if (opened.kind !== "open" || opened.body === undefined) missing.push(job.id);
      // The times of the jobs make the file the same each time.
      else yield { name: names[position] ?? job.id, modifiedMs: job.finishedAtMs ?? 0, body: opened.body };
    }
    // An error here keeps the file from being stored.
    if (missing.length === done.length) {
      throw new ServiceError("GONE", "No picture of the batch is stored any longer. Render them again.");
    }
  };
  const bytes = await archives.put(archiveKey(batch.id), writeZip(entries()), { fileName: `${batch.id}.zip` });
  return { status: "ready", pictures: done.length - missing.length, missing, bytes };
}
