/**
 * api: the REST API. It has no native code, so that it starts fast. Dry runs and mints lay out texts with a program
 * that only they load.
 */
import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { routesServedBy } from "../../core/contract/routes.js";
import { INDEXES } from "../../core/deployment/storage-layout.js";
import { apiEnvironmentSchema } from "../../lambdas/api/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { objects, publishTo, secret, sendTo, table } from "../grants.js";
import { httpEnvironment, slotEnvironment } from "../http-environment.js";
import { readRelease } from "../release.js";
import type { Resources } from "../resources.js";
import { retentionVariable } from "../retention.js";

const JOB_ACTIONS = ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"] as const;

export const api: DeclareFunction = (resources, scope) => {
  const { settings, storage, access, rendering } = resources;
  return declareFunction({
    name: "api",
    description: "The REST API",
    environmentSchema: apiEnvironmentSchema,
    environment: {
      ...httpEnvironment(resources),
      ...slotEnvironment(resources),
      API_KEYS_TABLE: table(storage.apiKeys, ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"]),
      TEMPLATES_TABLE: table(
        storage.templates,
        ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"],
        [INDEXES.templatesByWorkspace],
      ),
      JOBS_TABLE: table(storage.jobs, JOB_ACTIONS, [INDEXES.jobsByWorkspace]),
      BATCHES_TABLE: table(
        storage.batches,
        ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"],
        [INDEXES.batchesByWorkspace],
      ),
      WORKSPACES_TABLE: table(
        storage.workspaces,
        ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"],
        [INDEXES.workspacesByKind],
      ),
      BUCKET: objects(storage.bucket, {
        inputs: ["GetObject", "PutObject", "PutObjectTagging", "DeleteObject"],
        pictures: ["DeleteObject"],
        archives: ["GetObject"],
        uploads: ["PutObject", "GetObject", "DeleteObject"],
        incoming: ["PutObject", "GetObject", "DeleteObject"],
        templates: ["GetObject", "PutObject", "PutObjectTagging"],
      }),
      EVENT_BUS: publishTo(rendering.bus),
      ...queueEnvironment(rendering),
      ...webhookEnvironment(resources),
      SIGNING_KEYS_SECRET: secret(access.signingKeys, "GetSecretValue"),
      ALLOW_LOOPBACK_TARGETS: String(settings.allowLoopbackTargets),
      ...deploymentEnvironment(resources, scope),
    },
    programs: ["find-warnings", "open-api", "figures"],
    accountActions: ["cloudwatch:GetMetricData", "cloudwatch:DescribeAlarms"],
    layers: [rendering.layers.fonts],
    memoryMb: 512,
    // Just below the limit of the HTTP API.
    timeoutSeconds: 29,
    http: { through: "http-api", routes: routesServedBy("api"), takesUnknownRoutes: true },
    alarm: { errors: 1, runbook: "request-errors" },
  });
};

/**
 * Returns the variables that describe the deployment. No other function has the commit, so that a commit changes none of
 * the others.
 */
function deploymentEnvironment({ settings }: Resources, scope: Construct) {
  const { version, commit } = readRelease();
  const release = { RELEASE_VERSION: version, RELEASE_COMMIT: commit };
  return { ...release, STACK_NAME: Stack.of(scope).stackName, RETENTION_CLASSES: retentionVariable(settings) };
}

/** Returns the variables for routes that create jobs. */
function queueEnvironment({ queues }: Resources["rendering"]) {
  return {
    INTERACTIVE_QUEUE_URL: sendTo(queues.interactive),
    STANDARD_QUEUE_URL: sendTo(queues.standard),
    BULK_QUEUE_URL: sendTo(queues.bulk),
    HEAVY_QUEUE_URL: sendTo(queues.heavy),
  };
}

/** Returns the variables for routes that manage webhook secrets and endpoints, and that resend deliveries. */
function webhookEnvironment({ storage, webhooks }: Resources) {
  return {
    WEBHOOKS_TABLE: table(
      storage.webhooks,
      ["Query", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"],
      [INDEXES.deliveriesByWorkspace],
    ),
    WEBHOOK_QUEUE_URL: sendTo(webhooks.queue),
  };
}
