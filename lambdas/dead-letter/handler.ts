/** Ends the jobs that the render queues have given up on. */
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import { createDocumentClient } from "../../aws/document-client.js";
import { createEventBus } from "../../aws/event-bus.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createPictureBucket } from "../../aws/picture-bucket.js";
import { failDeadLetteredJob } from "../../core/renders/fail-dead-lettered-job.js";
import { parseEnvironment } from "../shared/environment.js";
import { createLog } from "../shared/logger.js";
import { createQueueApp } from "../shared/queue-app.js";
import { parseQueueUrls } from "../shared/queue-urls.js";
import { deadLetterEnvironmentSchema } from "./env.js";

const env = parseEnvironment(deadLetterEnvironmentSchema);
const dependencies = {
  jobs: createJobsTable(createDocumentClient(), { jobs: env.JOBS_TABLE, workspaces: env.WORKSPACES_TABLE }),
  pictures: createPictureBucket(new S3Client({}), env.BUCKET),
  events: createEventBus(new EventBridgeClient({}), env.EVENT_BUS),
  now: Date.now,
};

export const handler = createQueueApp({
  sqs: new SQSClient({}),
  queueUrls: parseQueueUrls(env.QUEUE_URLS),
  log: createLog("dead-letter", env.LOG_LEVEL),
  process: ({ message, log }) => failDeadLetteredJob({ ...dependencies, log }, message),
});
