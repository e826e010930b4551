/** sweeper: once a minute, continues the jobs and webhooks that stopped between two steps. */
import { Duration } from "aws-cdk-lib";
import { INDEXES } from "../../core/deployment/storage-layout.js";
import { sweeperEnvironmentSchema } from "../../lambdas/sweeper/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { objects, publishTo, sendTo, table } from "../grants.js";

export const sweeper: DeclareFunction = ({ storage, webhooks, rendering: { queues, bus } }) =>
  declareFunction({
    name: "sweeper",
    description: "Continues the jobs and webhooks that stopped between two steps",
    environmentSchema: sweeperEnvironmentSchema,
    environment: {
      JOBS_TABLE: table(storage.jobs, ["GetItem", "UpdateItem"], [INDEXES.watchedJobs]),
      BATCHES_TABLE: table(storage.batches, ["UpdateItem"]),
      WORKSPACES_TABLE: table(storage.workspaces, ["BatchGetItem", "UpdateItem", "PutItem"]),
      BUCKET: objects(storage.bucket, { signedPictures: ["GetObject"], pictures: ["GetObject"] }),
      EVENT_BUS: publishTo(bus),
      INTERACTIVE_QUEUE_URL: sendTo(queues.interactive),
      STANDARD_QUEUE_URL: sendTo(queues.standard),
      BULK_QUEUE_URL: sendTo(queues.bulk),
      HEAVY_QUEUE_URL: sendTo(queues.heavy),
      WEBHOOKS_TABLE: table(storage.webhooks, ["GetItem", "UpdateItem"], [INDEXES.dueWebhooks]),
      WEBHOOK_QUEUE_URL: sendTo(webhooks.queue),
    },
    memoryMb: 256,
    // Ends before the next run starts.
    timeoutSeconds: 55,
    every: Duration.minutes(1),
    alarm: { errors: 1, runbook: "background-errors" },
  });
