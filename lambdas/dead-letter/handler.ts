/** Ends the jobs whose messages are in a dead-letter queue, or enqueues them again. */
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import { createDocumentClient } from "../../aws/document-client.js";
import { createEventBus } from "../../aws/event-bus.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createPictureBucket } from "../../aws/picture-bucket.js";
import { createRenderQueues } from "../../aws/render-queues.js";
import { failDeadLetteredJob } from "../../core/renders/fail-dead-lettered-job.js";
import { type RenderMessage, renderMessageSchema } from "../../core/renders/job.js";
import { parseEnvironment } from "../shared/environment.js";
import { startLog } from "../shared/logger.js";
import { createQueueApp } from "../shared/queue-app.js";
import { renderQueueUrls } from "../shared/render-queue-environment.js";
import { deadLetterEnvironmentSchema } from "./env.js";

const env = parseEnvironment(deadLetterEnvironmentSchema);
const sqs = new SQSClient({});
const dependencies = {
  jobs: createJobsTable(createDocumentClient(), {
    jobs: env.JOBS_TABLE,
    workspaces: env.WORKSPACES_TABLE,
    batches: env.BATCHES_TABLE,
  }),
  pictures: createPictureBucket(new S3Client({}), env.BUCKET),
  events: createEventBus(new EventBridgeClient({}), env.EVENT_BUS),
  queue: createRenderQueues(sqs, renderQueueUrls(env)),
  now: Date.now,
};

export const handler = createQueueApp(
  renderMessageSchema,
  ({ message, log }) => failDeadLetteredJob({ ...dependencies, log }, message),
  {
    sqs,
    queueUrls: env.QUEUE_URLS,
    log: startLog("dead-letter", env.LOG_LEVEL),
    logFields: ({ jobId, requestId, workspaceId }: RenderMessage) => ({ jobId, requestId, workspaceId }),
  },
);
