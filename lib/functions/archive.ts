/**
 * archive: creates the ZIP or the PDF of a batch's pictures. A rule of the event bus invokes it, because a queue costs money when
 * idle.
 */
import { Duration } from "aws-cdk-lib";
import { downloadRequested } from "../../core/contract/events/download-requested.js";
import { MAX_BATCH_DOWNLOAD_SECONDS } from "../../core/contract/limits.js";
import { archiveEnvironmentSchema } from "../../lambdas/archive/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { objects, table } from "../grants.js";

export const archive: DeclareFunction = ({ storage, rendering }) =>
  declareFunction({
    name: "archive",
    description: "Makes ZIP files and PDFs of the pictures of batches",
    environmentSchema: archiveEnvironmentSchema,
    environment: {
      JOBS_TABLE: table(storage.jobs, ["BatchGetItem"]),
      BATCHES_TABLE: table(storage.batches, ["GetItem", "UpdateItem"]),
      BUCKET: objects(storage.bucket, {
        pictures: ["GetObject"],
        archives: ["PutObject", "AbortMultipartUpload"],
      }),
    },
    memoryMb: 512,
    timeoutSeconds: MAX_BATCH_DOWNLOAD_SECONDS,
    onEvent: {
      bus: rendering.bus,
      source: downloadRequested.source,
      detailType: downloadRequested.type,
      // An invocation that starts later could not end before the download counts as failed. For the same reason, Lambda
      // does not retry after a timeout: the event is then too old.
      retryAttempts: 1,
      maxEventAge: Duration.minutes(2),
    },
    alarm: { errors: 1, runbook: "background-errors" },
  });
