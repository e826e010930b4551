/** Renders one job per message. */
import { startRendering } from "./start-rendering.js";
import { randomUUID } from "node:crypto";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import { createDocumentClient } from "../../aws/document-client.js";
import { createDocumentBucket } from "../../aws/document-bucket.js";
import { createEventBus } from "../../aws/event-bus.js";
import { createInputBucket } from "../../aws/input-bucket.js";
import { createLimitsTable } from "../../aws/limits-table.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createPictureBucket } from "../../aws/picture-bucket.js";
import { createTemplateVersions } from "../../aws/template-versions.js";
import { createFailedWorkCounter } from "../../core/access/failed-work.js";
import { type RenderMessage, renderMessageSchema } from "../../core/renders/job.js";
import { renderJob } from "../../core/renders/render-job.js";
import { createTemplateVersionCache } from "../../core/templates/template-version-cache.js";
import { createRenderPicture } from "../shared/create-render-picture.js";
import { parseEnvironment } from "../shared/environment.js";
import { startLog } from "../shared/logger.js";
import { createQueueApp } from "../shared/queue-app.js";
import { rendererEnvironmentSchema } from "./env.js";

/**
 * The queue delivers a message again this long after the lease of its job ends, so that the lease is certainly over.
 */
const RETURN_MARGIN_MS = 500;

const env = parseEnvironment(rendererEnvironmentSchema);
const log = startLog("renderer", env.LOG_LEVEL);
const documents = createDocumentClient();
const bucket = new S3Client({});

const dependencies = {
  jobs: createJobsTable(documents, {
    jobs: env.JOBS_TABLE,
    workspaces: env.WORKSPACES_TABLE,
    batches: env.BATCHES_TABLE,
  }),
  templates: createTemplateVersions(documents, env.TEMPLATES_TABLE, createDocumentBucket(bucket, env.BUCKET)),
  loadVersion: createTemplateVersionCache(),
  inputs: createInputBucket(bucket, env.BUCKET),
  pictures: createPictureBucket(bucket, env.BUCKET),
  events: createEventBus(new EventBridgeClient({}), env.EVENT_BUS),
  render: createRenderPicture({
    start: startRendering,
    objects: bucket,
    bucket: env.BUCKET,
    allowLoopback: env.ALLOW_LOOPBACK_TARGETS,
    log,
  }),
  countFailedWork: createFailedWorkCounter(createLimitsTable(documents, env.LIMITS_TABLE), Date.now),
  now: Date.now,
  newToken: randomUUID,
};

export const handler = createQueueApp(
  renderMessageSchema,
  ({ message, log, remainingMs, returnAfter }) =>
    renderJob({ ...dependencies, log }, message, {
      remainingMs,
      onClaimed: (leaseMs) => returnAfter(Math.ceil((leaseMs + RETURN_MARGIN_MS) / 1000)),
    }),
  {
    sqs: new SQSClient({}),
    queueUrls: env.QUEUE_URLS,
    log,
    logFields: ({ jobId, requestId, workspaceId }: RenderMessage) => ({ jobId, requestId, workspaceId }),
  },
);
