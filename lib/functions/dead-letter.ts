/**
 * dead-letter: ends the jobs whose messages failed all attempts, and refunds their credits. If no renderer has claimed
 * a job yet, the function enqueues the job again.
 */
import { deadLetterEnvironmentSchema } from "../../lambdas/dead-letter/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { objects, publishTo, sendTo, table } from "../grants.js";
import { DEAD_LETTER_TIMEOUT_SECONDS } from "../rendering.js";

export const deadLetter: DeclareFunction = ({ storage, rendering: { queues, deadLetters, bus } }) =>
  declareFunction({
    name: "dead-letter",
    description: "Ends the jobs whose messages are in the dead-letter queue",
    environmentSchema: deadLetterEnvironmentSchema,
    environment: {
      JOBS_TABLE: table(storage.jobs, ["GetItem", "UpdateItem"]),
      BATCHES_TABLE: table(storage.batches, ["UpdateItem"]),
      WORKSPACES_TABLE: table(storage.workspaces, ["BatchGetItem", "UpdateItem", "PutItem"]),
      BUCKET: objects(storage.bucket, { signedPictures: ["GetObject"], pictures: ["GetObject"] }),
      EVENT_BUS: publishTo(bus),
      INTERACTIVE_QUEUE_URL: sendTo(queues.interactive),
      STANDARD_QUEUE_URL: sendTo(queues.standard),
      BULK_QUEUE_URL: sendTo(queues.bulk),
      HEAVY_QUEUE_URL: sendTo(queues.heavy),
    },
    memoryMb: 256,
    timeoutSeconds: DEAD_LETTER_TIMEOUT_SECONDS,
    queues: [{ queue: deadLetters, batchSize: 10 }],
    alarm: { errors: 1, runbook: "background-errors" },
  });
