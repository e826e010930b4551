/** Delivers the events of the bus to webhooks. */
import { randomUUID } from "node:crypto";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SQSClient } from "@aws-sdk/client-sqs";
import { createBatchReader } from "../../aws/batches-table.js";
import { createDeliveryLog } from "../../aws/deliveries-table.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createDueWebhooks } from "../../aws/due-webhooks.js";
import { createJobReader } from "../../aws/job-reader.js";
import { createLimitsTable } from "../../aws/limits-table.js";
import { readSecret } from "../../aws/secrets.js";
import { createWebhookMarks } from "../../aws/webhook-marks.js";
import { createWebhookDeadLetters, createWebhookQueue } from "../../aws/webhook-queue.js";
import { createEndpointHealth, createWebhookSettingsReader } from "../../aws/webhook-settings.js";
import { createSlotTaker } from "../../core/access/slots.js";
import { WEBHOOK_LIMITS } from "../../core/contract/limits.js";
import {
  DELIVERIES_PER_INVOCATION,
  DELIVERY_SLOTS,
  MAX_DELIVERY_MS,
} from "../../core/deployment/webhook-concurrency.js";
import { createGuardedFetcher } from "@image-render/guarded-fetch";
import type { Log } from "../../core/shared/log.js";
import { shareReads } from "../../core/shared/share-reads.js";
import { createLiveKeyRing } from "../../core/signing/live-key-ring.js";
import { deliverAgain, deliverOccurrence } from "../../core/webhooks/deliver.js";
import { subjectFactsOf } from "../../core/webhooks/delivery.js";
import { isAttemptMessage, type WebhookMessage, webhookMessageSchema } from "../../core/webhooks/occurrence-of.js";
import { createSubjects } from "../../core/webhooks/subjects.js";
import { parseEnvironment } from "../shared/environment.js";
import { startLog } from "../shared/logger.js";
import { createQueueApp } from "../shared/queue-app.js";
import { webhookEnvironmentSchema } from "./env.js";

const env = parseEnvironment(webhookEnvironmentSchema);
const documents = createDocumentClient();
const secrets = new SecretsManagerClient({});
const sqs = new SQSClient({});
const keyRing = await createLiveKeyRing(() => readSecret(secrets, env.SIGNING_KEYS_SECRET), Date.now);

const settings = createWebhookSettingsReader(documents, env.WEBHOOKS_TABLE);

const takeSlot = createSlotTaker({
  store: createLimitsTable(documents, env.LIMITS_TABLE),
  name: DELIVERY_SLOTS,
  now: Date.now,
  newToken: randomUUID,
});
const slotTerms = { slots: env.WORKSPACE_DELIVERIES, holdMs: MAX_DELIVERY_MS };

const dependencies = {
  takeSlot: (workspaceId: string, log: Log) => takeSlot(workspaceId, slotTerms, log),
  dueWebhooks: createDueWebhooks(documents, env.WEBHOOKS_TABLE),
  subjects: createSubjects({
    jobs: createJobReader(documents, env.JOBS_TABLE),
    batches: createBatchReader(documents, { batches: env.BATCHES_TABLE, jobs: env.JOBS_TABLE }),
    keyRing,
  }),
  // The messages of an invocation often belong to one workspace.
  webhooks: { ...settings, find: shareReads(settings.find) },
  deliveries: createDeliveryLog(documents, env.WEBHOOKS_TABLE),
  marks: createWebhookMarks(documents, env.JOBS_TABLE),
  health: createEndpointHealth(documents, env.WEBHOOKS_TABLE),
  queue: createWebhookQueue(sqs, env.WEBHOOK_QUEUE_URL),
  deadLetters: createWebhookDeadLetters(sqs, env.WEBHOOK_DEAD_LETTERS_URL),
  fetcher: createGuardedFetcher({ limits: WEBHOOK_LIMITS, allowLoopback: env.ALLOW_LOOPBACK_TARGETS }),
  keyRing,
  schedule: env.WEBHOOK_RETRY_SECONDS,
  random: Math.random,
  now: Date.now,
};

export const handler = createQueueApp(
  webhookMessageSchema,
  async ({ message, log }) => {
    await keyRing.refresh();
    if (isAttemptMessage(message)) await deliverAgain({ ...dependencies, log }, message);
    else await deliverOccurrence({ ...dependencies, log }, message);
    return { kind: "settled" };
  },
  {
    sqs,
    queueUrls: env.QUEUE_URLS,
    log: startLog("webhook", env.LOG_LEVEL),
    lanes: { lanes: DELIVERIES_PER_INVOCATION, maxMessageMs: MAX_DELIVERY_MS },
    logFields: ({ occurrence }: WebhookMessage) => subjectFactsOf(occurrence),
  },
);
