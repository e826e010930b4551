/** Makes the download of a batch, one picture after another. */
import type { DownloadRequest } from "../../contract/events/download-requested.js";
import { ServiceError } from "../../contract/errors.js";
import { pictureKey } from "../../renders/job.js";
import type { AssetStore } from "../../shared/asset-store.js";
import type { Log } from "../../shared/log.js";
import type { BatchStore } from "../ports.js";
import { type DownloadEnd, downloadKey, DOWNLOAD_FAILED } from "../batch-download.js";
import { pictureNames } from "./picture-names.js";
import type { DownloadBucket } from "./ports.js";
import { writeZip, type ZipEntry } from "./zip.js";

export interface MakeDownloadDependencies {
  readonly batches: Pick<BatchStore, "find" | "jobsOf" | "endDownload">;
  readonly assets: AssetStore;
  readonly downloads: DownloadBucket;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Does not throw if the download cannot be made. The download then fails with an error that its owner sees, and it can
 * be requested again. A repeated message does nothing if the download has ended. Otherwise, it makes the same file.
 */
export async function makeDownload(dependencies: MakeDownloadDependencies, request: DownloadRequest): Promise<void> {
  const { batches, log, now } = dependencies;
  const { batchId, token } = request;
  const batch = await batches.find(batchId);
  if (batch?.archive?.token !== token || batch.archive.status !== "making") {
    log.info("The download has ended, or another request makes it.", { ...request });
    return;
  }
  let end: DownloadEnd;
  try {
    end = await storePictures(dependencies, batch);
    log.info("The download is stored.", { ...request, ...end });
  } catch (error) {
    const isPublic = error instanceof ServiceError && error.code === "GONE";
    end = { status: "failed", error: isPublic ? error.message : DOWNLOAD_FAILED };
    if (isPublic) log.warn("The download has no pictures.", { ...request });
    else log.error("The download could not be made.", { ...request, error });
  }
  await batches.endDownload(batchId, token, end, now());
}

async function storePictures(
  { batches, assets, downloads }: MakeDownloadDependencies,
  batch: { readonly id: string; readonly jobIds: readonly string[] } & Parameters<BatchStore["jobsOf"]>[0],
): Promise<DownloadEnd> {
  const jobs = await batches.jobsOf(batch);
  const done = jobs
    .filter(({ status, deletedAtMs }) => status === "done" && deletedAtMs === undefined)
    .map((job) => ({ job, index: batch.jobIds.indexOf(job.id) }));
  const names = pictureNames(done, batch.jobIds.length);
  const missing: string[] = [];
  const entries = async function* (): AsyncGenerator<ZipEntry, void, undefined> {
    for (const [position, { job }] of done.entries()) {
      const opened = await assets.open(pictureKey(job), { headOnly: false });
      if (opened.kind !== "open" || opened.body === undefined) missing.push(job.id);
      // Use the times of the jobs, so that the file is the same each time.
      else yield { name: names[position] ?? job.id, modifiedMs: job.finishedAtMs ?? 0, body: opened.body };
    }
    // An error here keeps the file from being stored.
    if (missing.length === done.length) {
      throw new ServiceError("GONE", "No picture of the batch is stored any longer. Render them again.");
    }
  };
  const bytes = await downloads.put(downloadKey(batch.id), writeZip(entries()), { fileName: `${batch.id}.zip` });
  return { status: "ready", pictures: done.length - missing.length, missing, bytes };
}
