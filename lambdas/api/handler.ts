/** The REST API behind the HTTP API. */
import { randomUUID } from "node:crypto";
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SQSClient } from "@aws-sdk/client-sqs";
import { createApiKeysTable } from "../../aws/api-keys-table.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createInputBucket } from "../../aws/input-bucket.js";
import { JobsTable } from "../../aws/jobs-table.js";
import { createRenderQueues } from "../../aws/render-queues.js";
import { readSecret } from "../../aws/secrets.js";
import { createTemplatesTable } from "../../aws/templates-table.js";
import { createAuthenticator } from "../../core/access/authenticate.js";
import { createLiveKeyRing } from "../../core/signing/live-key-ring.js";
import { parseEnvironment } from "../shared/environment.js";
import { createHttpApp } from "../shared/http-app.js";
import { createLog } from "../shared/logger.js";
import { apiEnvironmentSchema } from "./env.js";
import { createRenderRoute } from "./routes/create-render.js";
import { getRenderRoute } from "./routes/get-render.js";
import { healthRoute } from "./routes/health.js";

const env = parseEnvironment(apiEnvironmentSchema);
const log = createLog("api", env.LOG_LEVEL);
const documents = createDocumentClient();
const secrets = new SecretsManagerClient({});
const [originSecret, keyRing] = await Promise.all([
  readSecret(secrets, env.ORIGIN_SECRET),
  createLiveKeyRing(() => readSecret(secrets, env.SIGNING_KEYS_SECRET), Date.now),
]);
const jobs = new JobsTable(documents, env.JOBS_TABLE);
const authenticate = createAuthenticator(createApiKeysTable(documents, env.API_KEYS_TABLE), Date.now);

const createDependencies = {
  templates: createTemplatesTable(documents, env.TEMPLATES_TABLE),
  jobs,
  inputs: createInputBucket(new S3Client({}), env.BUCKET),
  queue: createRenderQueues(new SQSClient({}), { standard: env.STANDARD_QUEUE_URL, bulk: env.BULK_QUEUE_URL }),
  now: Date.now,
  newId: randomUUID,
  allowLoopbackTargets: env.ALLOW_LOOPBACK_TARGETS,
};

export const handler = createHttpApp({
  log,
  originSecret,
  refresh: keyRing.refresh,
  streaming: false,
  routes: {
    health: healthRoute(),
    createRender: createRenderRoute({ authenticate, keyRing, create: createDependencies }),
    getRender: getRenderRoute({ authenticate, keyRing, jobs }),
  },
});
