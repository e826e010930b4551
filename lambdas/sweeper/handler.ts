/** Runs once a minute and continues jobs that stopped between two steps. */
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import { createDocumentClient } from "../../aws/document-client.js";
import { createEventBus } from "../../aws/event-bus.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createPictureBucket } from "../../aws/picture-bucket.js";
import { createRenderQueues } from "../../aws/render-queues.js";
import { SWEEPER_REPAIRED } from "../../core/contract/log-events.js";
import { sweepJobs } from "../../core/renders/sweep-jobs.js";
import { parseEnvironment } from "../shared/environment.js";
import { createLog } from "../shared/logger.js";
import { renderQueueUrls } from "../shared/render-queue-environment.js";
import { sweeperEnvironmentSchema } from "./env.js";

const env = parseEnvironment(sweeperEnvironmentSchema);
const log = createLog("sweeper", env.LOG_LEVEL);
const dependencies = {
  jobs: createJobsTable(createDocumentClient(), {
    jobs: env.JOBS_TABLE,
    workspaces: env.WORKSPACES_TABLE,
    batches: env.BATCHES_TABLE,
  }),
  pictures: createPictureBucket(new S3Client({}), env.BUCKET),
  events: createEventBus(new EventBridgeClient({}), env.EVENT_BUS),
  queue: createRenderQueues(new SQSClient({}), renderQueueUrls(env)),
  log,
  now: Date.now,
};

export async function handler(): Promise<void> {
  const repaired = await sweepJobs(dependencies);
  if (repaired > 0) log.warn("The sweeper continued jobs that had stopped.", { repaired, event: SWEEPER_REPAIRED });
}
