/** renderer: renders one job per message. */
import { rendererEnvironmentSchema } from "../../lambdas/renderer/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { objects, publishTo, table } from "../grants.js";
import { JOB_ALARM } from "../job-alarms.js";

export const renderer: DeclareFunction = ({ settings, storage, rendering: { queues, bus, layers } }) =>
  declareFunction({
    name: "renderer",
    description: "Renders one job per message",
    environmentSchema: rendererEnvironmentSchema,
    environment: {
      TEMPLATES_TABLE: table(storage.templates, ["GetItem"]),
      LIMITS_TABLE: table(storage.limits, ["UpdateItem"]),
      JOBS_TABLE: table(storage.jobs, ["GetItem", "UpdateItem"]),
      BATCHES_TABLE: table(storage.batches, ["UpdateItem"]),
      WORKSPACES_TABLE: table(storage.workspaces, ["BatchGetItem", "UpdateItem", "PutItem"]),
      BUCKET: objects(storage.bucket, {
        inputs: ["GetObject"],
        uploads: ["GetObject"],
        templates: ["GetObject"],
        signedPictures: ["GetObject", "PutObject"],
        pictures: ["GetObject", "PutObject", "PutObjectTagging"],
      }),
      EVENT_BUS: publishTo(bus),
      ALLOW_LOOPBACK_TARGETS: String(settings.allowLoopbackTargets),
      MALLOC_ARENA_MAX: "2",
    },
    programs: ["render-process"],
    // 1,769 MB is one whole virtual CPU.
    memoryMb: 1769,
    timeoutSeconds: settings.renderTimeoutSeconds,
    layers: layers.all,
    reservedConcurrency: settings.rendererReservedConcurrency,
    queues: [
      { queue: queues.interactive, batchSize: 1, maxConcurrency: settings.interactiveConcurrency },
      { queue: queues.standard, batchSize: 1, maxConcurrency: settings.standardConcurrency },
      { queue: queues.bulk, batchSize: 1, maxConcurrency: settings.bulkConcurrency },
      { queue: queues.heavy, batchSize: 1, maxConcurrency: settings.heavyConcurrency },
    ],
    alarm: JOB_ALARM,
  });
