/** sweeper: once a minute, continues the jobs that stopped between two steps. */
import { Duration } from "aws-cdk-lib";
import { SWEEPER_REPAIRED } from "../../core/contract/log-events.js";
import { INDEXES } from "../../core/contract/storage-layout.js";
import { sweeperEnvironmentSchema } from "../../lambdas/sweeper/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { objects, publishTo, sendTo, table } from "../grants.js";

export const sweeper: DeclareFunction = ({ storage, rendering: { queues, bus } }) =>
  declareFunction({
    name: "sweeper",
    description: "Continues the jobs that stopped between two steps",
    environmentSchema: sweeperEnvironmentSchema,
    environment: {
      JOBS_TABLE: table(storage.jobs, ["GetItem", "UpdateItem"], [INDEXES.watchedJobs]),
      BATCHES_TABLE: table(storage.batches, ["UpdateItem"]),
      WORKSPACES_TABLE: table(storage.workspaces, ["UpdateItem", "PutItem"]),
      BUCKET: objects(storage.bucket, { signedPictures: ["GetObject"], pictures: ["GetObject"] }),
      EVENT_BUS: publishTo(bus),
      INTERACTIVE_QUEUE_URL: sendTo(queues.interactive),
      STANDARD_QUEUE_URL: sendTo(queues.standard),
      BULK_QUEUE_URL: sendTo(queues.bulk),
      HEAVY_QUEUE_URL: sendTo(queues.heavy),
    },
    memoryMb: 256,
    // Ends before the next run starts.
    timeoutSeconds: 55,
    every: Duration.minutes(1),
    alarm: { errors: 1, runbook: "background-errors" },
    eventAlarms: [
      {
        event: SWEEPER_REPAIRED,
        value: "$.repaired",
        // A renderer that crashes now and then leaves a job or two behind. That needs no operator.
        threshold: 10,
        description: "The sweeper repairs many jobs.",
        runbook: "sweeper-repairs",
      },
    ],
  });
