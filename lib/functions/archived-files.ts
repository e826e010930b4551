/**
 * archived-files: marks the jobs of pictures that were archived or deleted because of their age.
 *
 * A lifecycle rule can move 100,000 objects in one night. So their events have a separate queue and function, with the
 * lowest concurrency that an event source can have. No render waits for them.
 */
import { SqsQueue } from "aws-cdk-lib/aws-events-targets";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { BUCKET_PREFIXES } from "../../core/deployment/storage-layout.js";
import { archivedFilesEnvironmentSchema } from "../../lambdas/archived-files/env.js";
import { EventRule } from "../event-rule.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { attributesOf, publishTo } from "../grants.js";

/**
 * The function processes at most ten messages at the same time, each with a call of PutEvents. That is about 200 events
 * per second. The smallest regions accept 400 events per second, and the events of finished renders count too.
 */
const LIMITS = { batchSize: 5, maxConcurrency: 2 };

export const archivedFiles: DeclareFunction = ({ storage, rendering, archivedFiles: { queue, ...files } }, scope) => {
  new EventRule(scope, "ArchivedFileEvents", {
    description: "Sends events about archived and expired pictures of jobs to their queue",
    eventPattern: patternOf(storage.bucket),
    target: (undelivered) => new SqsQueue(queue, undelivered),
  });
  return declareFunction({
    name: "archived-files",
    description: "Marks the jobs whose pictures are archived",
    environmentSchema: archivedFilesEnvironmentSchema,
    environment: {
      JOBS_TABLE: attributesOf(
        storage.jobs,
        ["GetItem"],
        ["id", "status", "deletedAtMs", "archivedAtMs", "archivalPublishedAtMs"],
      ),
      EVENT_BUS: publishTo(rendering.bus),
    },
    memoryMb: 256,
    timeoutSeconds: files.consumerTimeoutSeconds,
    queues: [{ queue, ...LIMITS }],
    alarm: { errors: 1, runbook: "background-errors" },
  });
};

/**
 * Returns a pattern that matches only the events of lifecycle rules about pictures of jobs. S3 sends its events only to
 * the default bus. If a request deletes an object, the event has a different `reason`.
 */
function patternOf(bucket: Bucket) {
  return {
    source: ["aws.s3"],
    detailType: ["Object Storage Class Changed", "Object Deleted"],
    detail: {
      bucket: { name: [bucket.bucketName] },
      object: { key: [{ prefix: BUCKET_PREFIXES.pictures }] },
      $or: [{ reason: ["Lifecycle Expiration"] }, { "destination-storage-class": ["GLACIER", "DEEP_ARCHIVE"] }],
    },
  };
}
