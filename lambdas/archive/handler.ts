/** Makes the archives of batches that were requested. */
import { S3Client } from "@aws-sdk/client-s3";
import * as z from "zod";
import { createArchiveBucket } from "../../aws/archive-bucket.js";
import { createAssetBucket } from "../../aws/asset-bucket.js";
import { createBatchArchives } from "../../aws/batch-archives.js";
import { createBatchReader } from "../../aws/batches-table.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { makeArchive } from "../../core/batches/archive/make-archive.js";
import { archiveRequested } from "../../core/contract/events/archive-requested.js";
import { parseEnvironment } from "../shared/environment.js";
import { createLog } from "../shared/logger.js";
import { archiveEnvironmentSchema } from "./env.js";

const env = parseEnvironment(archiveEnvironmentSchema);
const documents = createDocumentClient();
const objects = new S3Client({});
const dependencies = {
  batches: {
    ...createBatchReader(documents, { batches: env.BATCHES_TABLE, jobs: env.JOBS_TABLE }),
    ...createBatchArchives(documents, env.BATCHES_TABLE),
  },
  assets: createAssetBucket(objects, env.BUCKET),
  archives: createArchiveBucket(objects, env.BUCKET),
  log: createLog("archive", env.LOG_LEVEL),
  now: Date.now,
};

const eventSchema = z.object({ detail: archiveRequested.detail });

export async function handler(event: unknown): Promise<void> {
  await makeArchive(dependencies, eventSchema.parse(event).detail);
}
