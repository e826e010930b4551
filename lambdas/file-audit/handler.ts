/** Runs once a day, and finds jobs that are not marked although their pictures are archived. */
import { setTimeout as pause } from "node:timers/promises";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { Context } from "aws-lambda";
import { createAgedFileQueue } from "../../aws/aged-files.js";
import { createAssetBucket } from "../../aws/asset-bucket.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createUnmarkedJobs } from "../../aws/unmarked-jobs.js";
import { findArchived } from "../../core/renders/find-archived.js";
import { parseEnvironment } from "../shared/environment.js";
import { startLog } from "../shared/logger.js";
import { fileAuditEnvironmentSchema } from "./env.js";

/** Enough time to check the jobs of one page. */
const LAST_PAGE_MS = 60_000;

const env = parseEnvironment(fileAuditEnvironmentSchema);
const dependencies = {
  jobs: createUnmarkedJobs(createDocumentClient(), env.JOBS_TABLE),
  assets: createAssetBucket(new S3Client({}), env.BUCKET),
  send: createAgedFileQueue(new SQSClient({}), env.ARCHIVED_FILES_QUEUE_URL),
  log: startLog("file-audit", env.LOG_LEVEL),
  now: Date.now,
  pause: async (ms: number) => await pause(ms),
};

export async function handler(_event: unknown, context: Context): Promise<void> {
  const untilMs = Date.now() + context.getRemainingTimeInMillis() - LAST_PAGE_MS;
  await findArchived(dependencies, { archiveAfterDays: env.ARCHIVE_AFTER_DAYS, untilMs });
}
