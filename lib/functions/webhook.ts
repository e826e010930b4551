/** webhook: delivers events to webhooks. Users choose the targets, so it has as few permissions as possible. */
import { RuleTargetInput } from "aws-cdk-lib/aws-events";
import { SqsQueue } from "aws-cdk-lib/aws-events-targets";
import { EVENT_SOURCE } from "../../core/contract/events/event.js";
import {
  DELIVERIES_PER_INVOCATION,
  DELIVERY_SLOTS_PREFIX,
  workspaceDeliveries,
} from "../../core/deployment/webhook-concurrency.js";
import { chosenEventSchema } from "../../core/contract/webhooks-api.js";
import { webhookEnvironmentSchema } from "../../lambdas/webhook/env.js";
import { EventRule } from "../event-rule.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { attributesOf, itemsBelow, secret, sendTo, table } from "../grants.js";

export const webhook: DeclareFunction = ({ settings, storage, access, rendering, webhooks }, scope) => {
  new EventRule(scope, "WebhookEvents", {
    eventBus: rendering.bus,
    description: "Sends the events that can have webhooks to the webhook queue",
    eventPattern: { source: [EVENT_SOURCE], detailType: [...chosenEventSchema.options] },
    // The messages have no message group, because a rule cannot take it from the event. If a message must wait, the
    // function sends it again, with its workspace as the group.
    target: (undelivered) =>
      new SqsQueue(webhooks.queue, { ...undelivered, message: RuleTargetInput.fromEventPath("$.detail") }),
  });
  return declareFunction({
    name: "webhook",
    description: "Delivers events to webhooks",
    environmentSchema: webhookEnvironmentSchema,
    environment: {
      WEBHOOKS_TABLE: table(storage.webhooks, ["Query", "PutItem", "UpdateItem"]),
      JOBS_TABLE: attributesOf(
        storage.jobs,
        ["GetItem", "BatchGetItem"],
        ["id", "webhookDeliveredAtMs", "webhookLastError"],
      ),
      BATCHES_TABLE: table(storage.batches, ["GetItem"]),
      // The table also contains the rate limits.
      LIMITS_TABLE: itemsBelow(storage.limits, ["BatchGetItem", "UpdateItem"], DELIVERY_SLOTS_PREFIX),
      WORKSPACE_DELIVERIES: String(workspaceDeliveries(settings.webhookConcurrency)),
      SIGNING_KEYS_SECRET: secret(access.signingKeys, "GetSecretValue"),
      WEBHOOK_QUEUE_URL: sendTo(webhooks.queue),
      WEBHOOK_DEAD_LETTERS_URL: sendTo(webhooks.deadLetters),
      ALLOW_LOOPBACK_TARGETS: String(settings.allowLoopbackTargets),
      WEBHOOK_RETRY_SECONDS: JSON.stringify(settings.webhookRetrySeconds),
    },
    memoryMb: 256,
    timeoutSeconds: webhooks.consumerTimeoutSeconds,
    queues: [
      { queue: webhooks.queue, batchSize: DELIVERIES_PER_INVOCATION, maxConcurrency: settings.webhookConcurrency },
    ],
    alarm: { errors: 1, runbook: "background-errors" },
  });
};
