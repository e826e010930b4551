/** What must stream or wait: behind a function URL, whose answers have neither the size nor the time limit of the HTTP API. */
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { createApiKeysTable } from "../../aws/api-keys-table.js";
import { createAssetBucket } from "../../aws/asset-bucket.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { JobsTable } from "../../aws/jobs-table.js";
import { readSecret } from "../../aws/secrets.js";
import { createAuthenticator } from "../../core/access/authenticate.js";
import { createLiveKeyRing } from "../../core/signing/live-key-ring.js";
import { parseEnvironment } from "../shared/environment.js";
import { createHttpApp } from "../shared/http-app.js";
import { createLog } from "../shared/logger.js";
import { streamEnvironmentSchema } from "./env.js";
import { assetRoute } from "./routes/asset.js";

const env = parseEnvironment(streamEnvironmentSchema);
const documents = createDocumentClient();
const secrets = new SecretsManagerClient({});
const [originSecret, keyRing] = await Promise.all([
  readSecret(secrets, env.ORIGIN_SECRET),
  createLiveKeyRing(() => readSecret(secrets, env.SIGNING_KEYS_SECRET), Date.now),
]);

const asset = assetRoute({
  keyRing,
  jobs: new JobsTable(documents, env.JOBS_TABLE),
  assets: createAssetBucket(new S3Client({}), env.BUCKET),
  authenticate: createAuthenticator(createApiKeysTable(documents, env.API_KEYS_TABLE), Date.now),
});

export const handler = createHttpApp({
  log: createLog("stream", env.LOG_LEVEL),
  originSecret,
  refresh: keyRing.refresh,
  streaming: true,
  routes: { getAsset: asset, headAsset: asset, getImage: asset, headImage: asset },
});
