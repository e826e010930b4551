/** render-now: creates a render job, renders it, and returns its result. It serves `POST /api/v1/render?wait=N`. */
import { renderNowEnvironmentSchema } from "../../lambdas/render-now/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { objects, publishTo, secret, sendTo, table } from "../grants.js";
import { httpEnvironment, slotEnvironment } from "../http-environment.js";
import { retentionVariable } from "../retention.js";

/** The time that the function needs in addition to the longest wait: for a late start, and to return the result. */
const MARGIN_SECONDS = 30;

export const renderNow: DeclareFunction = (resources) => {
  const { settings, storage, access, rendering } = resources;
  return declareFunction({
    name: "render-now",
    description: "Renders while the caller waits",
    environmentSchema: renderNowEnvironmentSchema,
    environment: {
      ...httpEnvironment(resources),
      ...slotEnvironment(resources),
      TEMPLATES_TABLE: table(storage.templates, ["GetItem", "BatchGetItem"]),
      JOBS_TABLE: table(storage.jobs, ["GetItem", "PutItem", "UpdateItem"]),
      WORKSPACES_TABLE: table(storage.workspaces, ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"]),
      BUCKET: objects(storage.bucket, {
        inputs: ["GetObject", "PutObject", "PutObjectTagging", "DeleteObject"],
        uploads: ["GetObject", "PutObject"],
        incoming: ["GetObject", "PutObject"],
        templates: ["GetObject"],
        pictures: ["GetObject", "PutObject", "PutObjectTagging"],
      }),
      EVENT_BUS: publishTo(rendering.bus),
      INTERACTIVE_QUEUE_URL: sendTo(rendering.queues.interactive),
      STANDARD_QUEUE_URL: sendTo(rendering.queues.standard),
      BULK_QUEUE_URL: sendTo(rendering.queues.bulk),
      HEAVY_QUEUE_URL: sendTo(rendering.queues.heavy),
      SIGNING_KEYS_SECRET: secret(access.signingKeys, "GetSecretValue"),
      ALLOW_LOOPBACK_TARGETS: String(settings.allowLoopbackTargets),
      RETENTION_CLASSES: retentionVariable(settings),
      MALLOC_ARENA_MAX: "2",
      ORIGIN_TIMEOUT_SECONDS: String(settings.originTimeoutSeconds),
      RENDER_TIMEOUT_SECONDS: String(settings.renderTimeoutSeconds),
    },
    programs: ["render-process"],
    // 1,769 MB is one whole virtual CPU.
    memoryMb: 1769,
    timeoutSeconds: settings.originTimeoutSeconds + MARGIN_SECONDS,
    layers: rendering.layers.all,
    http: {
      through: "function-url",
      routes: [],
      guard: "origin-secret",
      originTimeoutSeconds: settings.originTimeoutSeconds,
      connectionAttempts: 1,
    },
    alarm: { errors: 1, runbook: "request-errors" },
  });
};
