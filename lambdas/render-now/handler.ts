/** Renders while the caller waits. The edge function sends it the requests that create a job and wait for its end. */
import { startRendering } from "./start-rendering.js";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SQSClient } from "@aws-sdk/client-sqs";
import { createDocumentBucket } from "../../aws/document-bucket.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createEventBus } from "../../aws/event-bus.js";
import { createIdempotencyRecords } from "../../aws/idempotency-records.js";
import { createInputBucket } from "../../aws/input-bucket.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createLimitsTable } from "../../aws/limits-table.js";
import { createPictureBucket } from "../../aws/picture-bucket.js";
import { createRenderQueues } from "../../aws/render-queues.js";
import { readSecret } from "../../aws/secrets.js";
import { createTemplateFinder } from "../../aws/template-finder.js";
import { createTemplateVersions } from "../../aws/template-versions.js";
import { createUploadFiles } from "../../aws/upload-files.js";
import { createUploadsTable } from "../../aws/uploads-table.js";
import { createFailedWorkCounter, createFailureLimit } from "../../core/access/failed-work.js";
import { createSlots } from "../../core/access/slots.js";
import { createWaitForEnd } from "../../core/renders/wait-for-end.js";
import { settledWithin } from "../../core/shared/settled-within.js";
import { createLiveKeyRing } from "../../core/signing/live-key-ring.js";
import { createUploadCheck } from "../../core/uploads/check-uploads.js";
import { createFindUploadImages } from "../../core/uploads/find-upload-images.js";
import { createRenderPicture } from "../shared/create-render-picture.js";
import { parseEnvironment } from "../shared/environment.js";
import { createHttpApp } from "../shared/http-app.js";
import { createHttpOptions } from "../shared/http-options.js";
import { startLog } from "../shared/logger.js";
import { renderQueueUrls } from "../shared/render-queue-environment.js";
import { renderNowEnvironmentSchema } from "./env.js";
import { renderNowRoute } from "./routes/render-now.js";

const env = parseEnvironment(renderNowEnvironmentSchema);
const log = startLog("render-now", env.LOG_LEVEL);
const documents = createDocumentClient();
const objects = new S3Client({});
const secrets = new SecretsManagerClient({});
const [frame, keyRing] = await Promise.all([
  createHttpOptions(env, { documents, secrets }, log),
  createLiveKeyRing(() => readSecret(secrets, env.SIGNING_KEYS_SECRET), Date.now),
]);

const limits = createLimitsTable(documents, env.LIMITS_TABLE);
const templateDocuments = createDocumentBucket(objects, env.BUCKET);
const stores = {
  jobs: createJobsTable(documents, { jobs: env.JOBS_TABLE, workspaces: env.WORKSPACES_TABLE }),
  inputs: createInputBucket(objects, env.BUCKET),
  queue: createRenderQueues(new SQSClient({}), renderQueueUrls(env)),
  now: Date.now,
};
const uploads = createUploadsTable(documents, env.WORKSPACES_TABLE);
const files = createUploadFiles(objects, env.BUCKET);

const createRender = renderNowRoute({
  keyRing,
  create: {
    ...stores,
    templates: createTemplateFinder(documents, env.TEMPLATES_TABLE, templateDocuments),
    checkUploads: createUploadCheck({ uploads, files, log }),
    findUploadImages: createFindUploadImages({ uploads, files, log }),
    requireFewFailures: createFailureLimit(limits, Date.now),
    allowLoopbackTargets: env.ALLOW_LOOPBACK_TARGETS,
    retentionClasses: env.RETENTION_CLASSES,
    newId: randomUUID,
  },
  records: createIdempotencyRecords(documents, env.JOBS_TABLE),
  inline: {
    ...stores,
    templates: createTemplateVersions(documents, env.TEMPLATES_TABLE, templateDocuments),
    pictures: createPictureBucket(objects, env.BUCKET),
    events: createEventBus(new EventBridgeClient({}), env.EVENT_BUS),
    render: createRenderPicture({
      start: startRendering,
      objects,
      bucket: env.BUCKET,
      allowLoopback: env.ALLOW_LOOPBACK_TARGETS,
      log,
    }),
    countFailedWork: createFailedWorkCounter(limits, Date.now),
    newToken: randomUUID,
    longestLeaseMs: env.RENDER_TIMEOUT_SECONDS * 1000,
  },
  settledWithin,
  waitForEnd: createWaitForEnd({ jobs: stores.jobs, now: Date.now, pause: async (ms) => await pause(ms) }),
  takeWaitSlot: createSlots({
    store: limits,
    name: "waits",
    now: Date.now,
    newToken: randomUUID,
  }),
  originTimeoutSeconds: env.ORIGIN_TIMEOUT_SECONDS,
  now: Date.now,
});

export const handler = createHttpApp({
  ...frame,
  refresh: keyRing.refresh,
  streaming: true,
  // The api function has the same route. The edge function decides by the query which of the two functions gets a
  // request.
  routes: { createRender },
});
