/**
 * Streams stored files, and waits for the end of jobs. A function URL has neither the size limit nor the time limit of
 * the HTTP API. Lambda does not tell the function that its client has disconnected, so all work here has its own time
 * limit.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { createAssetBucket } from "../../aws/asset-bucket.js";
import { createBatchReader } from "../../aws/batches-table.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createJobReader } from "../../aws/job-reader.js";
import { createLimitsTable } from "../../aws/limits-table.js";
import { readSecret } from "../../aws/secrets.js";
import { createUploadFiles } from "../../aws/upload-files.js";
import { createUploadsTable } from "../../aws/uploads-table.js";
import { createSlots } from "../../core/access/slots.js";
import { createFollowBatch } from "../../core/batches/follow-batch.js";
import { createFollowJob } from "../../core/renders/follow-job.js";
import { createLiveKeyRing } from "../../core/signing/live-key-ring.js";
import { parseEnvironment } from "../shared/environment.js";
import { createHttpApp } from "../shared/http-app.js";
import { createHttpOptions } from "../shared/http-options.js";
import type { RouteHandlersOf } from "../shared/http-request.js";
import { startLog } from "../shared/logger.js";
import { streamEnvironmentSchema } from "./env.js";
import { assetRoute } from "./routes/asset.js";
import { streamRenderEventsRoute } from "./routes/stream-render-events.js";
import { streamBatchEventsRoute } from "./routes/stream-batch-events.js";
import { uploadFileRoute } from "./routes/upload-file.js";
import { waitForBatchRoute } from "./routes/wait-for-batch.js";
import { waitForRenderRoute } from "./routes/wait-for-render.js";

const env = parseEnvironment(streamEnvironmentSchema);
const documents = createDocumentClient();
const secrets = new SecretsManagerClient({});
const [frame, keyRing] = await Promise.all([
  createHttpOptions(env, { documents, secrets }, startLog("stream", env.LOG_LEVEL)),
  createLiveKeyRing(() => readSecret(secrets, env.SIGNING_KEYS_SECRET), Date.now),
]);

const objects = new S3Client({});
const stored = createAssetBucket(objects, env.BUCKET);
const jobs = createJobReader(documents, env.JOBS_TABLE);
const asset = assetRoute({ keyRing, jobs, assets: stored });
const uploadFile = uploadFileRoute({
  uploads: createUploadsTable(documents, env.WORKSPACES_TABLE),
  files: createUploadFiles(objects, env.BUCKET),
  stored,
});

const batches = createBatchReader(documents, { batches: env.BATCHES_TABLE, jobs: env.JOBS_TABLE });
const clock = { now: Date.now, pause: async (ms: number) => await pause(ms) };
const waiting = {
  keyRing,
  jobs,
  batches,
  followJob: createFollowJob({ jobs, ...clock }),
  followBatch: createFollowBatch({ batches, ...clock }),
  takeWaitSlot: createSlots({
    store: createLimitsTable(documents, env.LIMITS_TABLE),
    name: "waits",
    now: Date.now,
    newToken: randomUUID,
  }),
  now: Date.now,
};

export const handler = createHttpApp({
  ...frame,
  refresh: keyRing.refresh,
  streaming: true,
  routes: {
    waitForRender: waitForRenderRoute(waiting),
    streamRenderEvents: streamRenderEventsRoute(waiting),
    waitForBatch: waitForBatchRoute(waiting),
    streamBatchEvents: streamBatchEventsRoute(waiting),
    getAsset: asset,
    headAsset: asset,
    getImage: asset,
    headImage: asset,
    getUploadFile: uploadFile,
    headUploadFile: uploadFile,
  } satisfies RouteHandlersOf<"stream">,
});
