/** Runs once a minute and continues jobs and webhooks that stopped between two steps. */
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import { createDocumentClient } from "../../aws/document-client.js";
import { createDueWebhooks } from "../../aws/due-webhooks.js";
import { createEventBus } from "../../aws/event-bus.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createPictureBucket } from "../../aws/picture-bucket.js";
import { createRenderQueues } from "../../aws/render-queues.js";
import { createWebhookQueue } from "../../aws/webhook-queue.js";
import { SWEEPER_REPAIRED } from "../../core/deployment/log-events.js";
import { sweepJobs } from "../../core/renders/sweep-jobs.js";
import { sweepWebhooks } from "../../core/webhooks/sweep-webhooks.js";
import { parseEnvironment } from "../shared/environment.js";
import { startLog } from "../shared/logger.js";
import { renderQueueUrls } from "../shared/render-queue-environment.js";
import { sweeperEnvironmentSchema } from "./env.js";

/** If one run repairs at least this many jobs, an operator must be notified. */
const MANY_REPAIRS = 10;

const env = parseEnvironment(sweeperEnvironmentSchema);
const log = startLog("sweeper", env.LOG_LEVEL);
const documents = createDocumentClient();
const sqs = new SQSClient({});
const dependencies = {
  jobs: createJobsTable(documents, {
    jobs: env.JOBS_TABLE,
    workspaces: env.WORKSPACES_TABLE,
    batches: env.BATCHES_TABLE,
  }),
  pictures: createPictureBucket(new S3Client({}), env.BUCKET),
  events: createEventBus(new EventBridgeClient({}), env.EVENT_BUS),
  queue: createRenderQueues(sqs, renderQueueUrls(env)),
  dueWebhooks: createDueWebhooks(documents, env.WEBHOOKS_TABLE),
  webhookQueue: createWebhookQueue(sqs, env.WEBHOOK_QUEUE_URL),
  log,
  now: Date.now,
};

export async function handler(): Promise<void> {
  const [jobs, webhooks] = await Promise.allSettled([sweepJobs(dependencies), sweepWebhooks(dependencies)]);
  const repaired = jobs.status === "fulfilled" ? jobs.value : 0;
  // An occasional crash of a renderer leaves one or two jobs behind. No operator needs to act on that, so do not log it
  // with the level `error`, which would raise the alarm.
  const level = repaired < MANY_REPAIRS ? "warn" : "error";
  if (repaired > 0) log[level]("The sweeper continued jobs that had stopped.", { repaired, event: SWEEPER_REPAIRED });
  // A failure of one kind of work must not stop the other.
  for (const result of [jobs, webhooks]) if (result.status === "rejected") throw result.reason;
}
