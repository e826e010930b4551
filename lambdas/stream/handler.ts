/** Streams stored files. A function URL has neither the size limit nor the time limit of the HTTP API. */
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { createAssetBucket } from "../../aws/asset-bucket.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createJobReader } from "../../aws/job-reader.js";
import { readSecret } from "../../aws/secrets.js";
import { createUploadFiles } from "../../aws/upload-files.js";
import { createUploadsTable } from "../../aws/uploads-table.js";
import { createLiveKeyRing } from "../../core/signing/live-key-ring.js";
import { parseEnvironment } from "../shared/environment.js";
import { createHttpApp } from "../shared/http-app.js";
import { createHttpOptions } from "../shared/http-options.js";
import type { RouteHandlersOf } from "../shared/http-request.js";
import { createLog } from "../shared/logger.js";
import { streamEnvironmentSchema } from "./env.js";
import { assetRoute } from "./routes/asset.js";
import { uploadFileRoute } from "./routes/upload-file.js";

const env = parseEnvironment(streamEnvironmentSchema);
const documents = createDocumentClient();
const secrets = new SecretsManagerClient({});
const [frame, keyRing] = await Promise.all([
  createHttpOptions(env, { documents, secrets }, createLog("stream", env.LOG_LEVEL)),
  createLiveKeyRing(() => readSecret(secrets, env.SIGNING_KEYS_SECRET), Date.now),
]);

const objects = new S3Client({});
const stored = createAssetBucket(objects, env.BUCKET);
const asset = assetRoute({ keyRing, jobs: createJobReader(documents, env.JOBS_TABLE), assets: stored });
const uploadFile = uploadFileRoute({
  uploads: createUploadsTable(documents, env.WORKSPACES_TABLE),
  files: createUploadFiles(objects, env.BUCKET),
  stored,
});

export const handler = createHttpApp({
  ...frame,
  refresh: keyRing.refresh,
  streaming: true,
  routes: {
    getAsset: asset,
    headAsset: asset,
    getImage: asset,
    headImage: asset,
    getUploadFile: uploadFile,
    headUploadFile: uploadFile,
  } satisfies RouteHandlersOf<"stream">,
});
