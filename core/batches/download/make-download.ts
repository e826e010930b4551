/** Creates the download of a batch, one picture after another. */
import { joinPdfs, type PdfPart } from "@image-render/engine/join-pdfs";
import type { ArchiveFormat } from "../../contract/archive-format.js";
import type { DownloadRequest } from "../../contract/events/download-requested.js";
import { ServiceError } from "../../contract/errors.js";
import { type Job, pictureKey } from "../../renders/job.js";
import type { AssetStore } from "../../shared/asset-store.js";
import type { Log } from "../../shared/log.js";
import type { Batch } from "../batch.js";
import { DOWNLOAD_ATTRIBUTES, DOWNLOAD_FAILED, type DownloadEnd, downloadKey } from "../batch-download.js";
import type { BatchStore } from "../ports.js";
import { downloadedJobs, type PlacedJob } from "./downloaded-jobs.js";
import { pictureNames } from "./picture-names.js";
import type { DownloadBucket } from "./ports.js";
import { writeZip, type ZipEntry } from "../../shared/zip.js";

export interface MakeDownloadDependencies {
  readonly batches: Pick<BatchStore, "find" | "jobsOf" | "endDownload">;
  readonly assets: AssetStore;
  readonly downloads: DownloadBucket;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Does not throw if the download cannot be made. The download then fails with an error that its owner sees, and it can
 * be requested again. A repeated message does nothing if the download has ended. Otherwise, it creates the same file.
 */
export async function makeDownload(dependencies: MakeDownloadDependencies, request: DownloadRequest): Promise<void> {
  const { batches, log, now } = dependencies;
  const { batchId, format, token } = request;
  const batch = await batches.find(batchId);
  const download = batch?.[DOWNLOAD_ATTRIBUTES[format]];
  if (batch === undefined || download?.token !== token || download.status !== "making") {
    log.info("The download has ended, or another request makes it.", { ...request });
    return;
  }
  const facts = { ...request, requestId: batch.requestId, workspaceId: batch.workspaceId };
  let end: DownloadEnd;
  try {
    end = await storePictures(dependencies, batch, format);
    log.info("The download is stored.", { ...facts, ...end });
  } catch (error) {
    const isPublic = error instanceof ServiceError && error.code === "GONE";
    end = { status: "failed", error: isPublic ? error.message : DOWNLOAD_FAILED };
    if (isPublic) log.warn("The download has no pictures.", facts);
    else log.error("The download could not be made.", { ...facts, error });
  }
  await batches.endDownload({ batchId, format }, token, end, now());
}

/** The contents of a download. */
interface Contents {
  readonly jobs: readonly PlacedJob[];
  /** The number of jobs in the batch. */
  readonly total: number;
  /** Yields the stored pictures with their positions in `jobs`. */
  readonly pictures: () => AsyncGenerator<Picture, void, undefined>;
}

interface Picture {
  readonly position: number;
  readonly job: Job;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Writes the file of each format. */
const FORMATS: Readonly<
  Record<
    ArchiveFormat,
    { readonly contentType: string; readonly write: (contents: Contents) => AsyncIterable<Uint8Array> }
  >
> = {
  zip: { contentType: "application/zip", write: (contents) => writeZip(zipEntries(contents)) },
  pdf: { contentType: "application/pdf", write: (contents) => joinPdfs(pdfParts(contents)) },
};

async function storePictures(
  { batches, assets, downloads }: MakeDownloadDependencies,
  batch: Batch,
  format: ArchiveFormat,
): Promise<DownloadEnd> {
  const jobs = await downloadedJobs(batches, batch);
  const missing: string[] = [];
  const pictures = async function* (): AsyncGenerator<Picture, void, undefined> {
    for (const [position, { job }] of jobs.entries()) {
      const opened = await assets.open(pictureKey(job), { headOnly: false });
      if (opened.kind !== "open" || opened.body === undefined) missing.push(job.id);
      else yield { position, job, body: opened.body };
    }
    // An error here keeps the file from being stored.
    if (missing.length === jobs.length) {
      throw new ServiceError("GONE", "No picture of the batch is stored any longer. Render them again.");
    }
  };
  const { contentType, write } = FORMATS[format];
  const chunks = write({ jobs, total: batch.jobIds.length, pictures });
  const headers = { fileName: `${batch.id}.${format}`, contentType };
  const bytes = await downloads.put(downloadKey({ batchId: batch.id, format }), chunks, headers);
  return { status: "ready", pictures: jobs.length - missing.length, missing, bytes };
}

async function* zipEntries({ jobs, total, pictures }: Contents): AsyncGenerator<ZipEntry, void, undefined> {
  const names = pictureNames(jobs, total);
  for await (const { position, job, body } of pictures()) {
    // Use the times of the jobs, so that the file is the same each time.
    yield { name: names[position] ?? job.id, modifiedMs: job.finishedAtMs ?? 0, body };
  }
}

async function* pdfParts({ pictures }: Contents): AsyncGenerator<PdfPart, void, undefined> {
  for await (const { job, body } of pictures()) yield { title: job.metadata?.["name"], body };
}
