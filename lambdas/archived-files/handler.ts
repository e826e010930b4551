/** Marks the jobs of pictures that were archived or deleted because of their age. */
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { SQSClient } from "@aws-sdk/client-sqs";
import { agedFileMessageSchema } from "../../aws/aged-files.js";
import { createArchivals } from "../../aws/archivals.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createEventBus } from "../../aws/event-bus.js";
import { type AgedFile, markArchived } from "../../core/renders/mark-archived.js";
import { parseEnvironment } from "../shared/environment.js";
import { startLog } from "../shared/logger.js";
import { createQueueApp } from "../shared/queue-app.js";
import { archivedFilesEnvironmentSchema } from "./env.js";

const env = parseEnvironment(archivedFilesEnvironmentSchema);
const dependencies = {
  jobs: createArchivals(createDocumentClient(), env.JOBS_TABLE),
  events: createEventBus(new EventBridgeClient({}), env.EVENT_BUS),
  now: Date.now,
};

export const handler = createQueueApp(
  agedFileMessageSchema,
  async ({ message, log }) => {
    await markArchived({ ...dependencies, log }, message);
    return { kind: "settled" };
  },
  {
    sqs: new SQSClient({}),
    queueUrls: env.QUEUE_URLS,
    log: startLog("archived-files", env.LOG_LEVEL),
    logFields: ({ key }: AgedFile) => ({ key }),
  },
);
