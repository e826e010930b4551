/** Creates the batch downloads that were requested. */
import { S3Client } from "@aws-sdk/client-s3";
import * as z from "zod";
import { createDownloadBucket } from "../../aws/download-bucket.js";
import { createAssetBucket } from "../../aws/asset-bucket.js";
import { createBatchDownloads } from "../../aws/batch-downloads.js";
import { createBatchReader } from "../../aws/batches-table.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { makeDownload } from "../../core/batches/download/make-download.js";
import { downloadRequested } from "../../core/contract/events/download-requested.js";
import { parseEnvironment } from "../shared/environment.js";
import { startLog } from "../shared/logger.js";
import { archiveEnvironmentSchema } from "./env.js";

const env = parseEnvironment(archiveEnvironmentSchema);
const documents = createDocumentClient();
const objects = new S3Client({});
const dependencies = {
  batches: {
    ...createBatchReader(documents, { batches: env.BATCHES_TABLE, jobs: env.JOBS_TABLE }),
    ...createBatchDownloads(documents, env.BATCHES_TABLE),
  },
  assets: createAssetBucket(objects, env.BUCKET),
  downloads: createDownloadBucket(objects, env.BUCKET),
  log: startLog("archive", env.LOG_LEVEL),
  now: Date.now,
};

const eventSchema = z.object({ detail: downloadRequested.detail });

export async function handler(event: unknown): Promise<void> {
  await makeDownload(dependencies, eventSchema.parse(event).detail);
}
