/**
 * Serves signed images that are not stored yet. The function URL admits only CloudFront (origin access control), so
 * there is no origin secret, and the edge function has verified the signature of every request.
 */
import { startRendering } from "./start-rendering.js";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import { createAssetBucket } from "../../aws/asset-bucket.js";
import { createClaimsTable } from "../../aws/claims-table.js";
import { createDocumentBucket } from "../../aws/document-bucket.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createEventBus } from "../../aws/event-bus.js";
import { createInputBucket } from "../../aws/input-bucket.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createPictureBucket } from "../../aws/picture-bucket.js";
import { createRenderQueues } from "../../aws/render-queues.js";
import { createLimitsTable } from "../../aws/limits-table.js";
import { createPublicTemplates } from "../../aws/template-finder.js";
import { createTemplateVersions } from "../../aws/template-versions.js";
import { createWorkspaceReader } from "../../aws/workspaces-table.js";
import { createDailyQuotas } from "../../core/access/daily-quotas.js";
import { createFailedWorkCounter, createFailureLimit } from "../../core/access/failed-work.js";
import { createWaitForEnd } from "../../core/renders/wait-for-end.js";
import { createLoadImageSource } from "../../core/signed-images/load-image-source.js";
import { createRenderPicture } from "../shared/create-render-picture.js";
import { parseEnvironment } from "../shared/environment.js";
import { createHttpApp } from "../shared/http-app.js";
import type { RouteHandlersOf } from "../shared/http-request.js";
import { startLog } from "../shared/logger.js";
import { settledWithin } from "../../core/shared/settled-within.js";
import { imageEnvironmentSchema } from "./env.js";
import { signedImageRoute } from "./routes/signed-image.js";

const env = parseEnvironment(imageEnvironmentSchema);
const documents = createDocumentClient();
const objects = new S3Client({});
const log = startLog("image", env.LOG_LEVEL);
const limits = createLimitsTable(documents, env.LIMITS_TABLE);
const templateDocuments = createDocumentBucket(objects, env.BUCKET);

const jobs = createJobsTable(documents, {
  jobs: env.JOBS_TABLE,
  workspaces: env.WORKSPACES_TABLE,
  claims: env.CLAIMS_TABLE,
});

const queue = createRenderQueues(new SQSClient({}), {
  interactive: env.INTERACTIVE_QUEUE_URL,
  heavy: env.HEAVY_QUEUE_URL,
});

const signedImage = signedImageRoute({
  claims: createClaimsTable(documents, env.CLAIMS_TABLE),
  jobs,
  loadSource: createLoadImageSource({
    templates: createPublicTemplates(documents, env.TEMPLATES_TABLE, templateDocuments),
    workspaces: createWorkspaceReader(documents, env.WORKSPACES_TABLE),
    plans: env.PLANS,
  }),
  takeOfDay: createDailyQuotas(limits, Date.now),
  requireFewFailures: createFailureLimit(limits, Date.now),
  assets: createAssetBucket(objects, env.BUCKET),
  queue,
  now: Date.now,
  waitForEnd: createWaitForEnd({ jobs, now: Date.now, pause: async (ms) => await pause(ms) }),
  settledWithin,
  inline: {
    jobs,
    templates: createTemplateVersions(documents, env.TEMPLATES_TABLE, templateDocuments),
    inputs: createInputBucket(objects, env.BUCKET),
    pictures: createPictureBucket(objects, env.BUCKET),
    events: createEventBus(new EventBridgeClient({}), env.EVENT_BUS),
    queue,
    render: createRenderPicture({
      start: startRendering,
      objects,
      bucket: env.BUCKET,
      allowLoopback: env.ALLOW_LOOPBACK_TARGETS,
      log,
    }),
    countFailedWork: createFailedWorkCounter(limits, Date.now),
    now: Date.now,
    newToken: randomUUID,
  },
});

export const handler = createHttpApp({
  log,
  originSecrets: undefined,
  corsOrigins: [],
  streaming: true,
  routes: { getSignedImage: signedImage, headSignedImage: signedImage } satisfies RouteHandlersOf<"image">,
});
