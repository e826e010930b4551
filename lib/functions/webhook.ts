/** webhook: delivers the events of the bus to webhooks. Users choose the targets, so it has as few permissions as possible. */
import { EventField, RuleTargetInput } from "aws-cdk-lib/aws-events";
import { SqsQueue } from "aws-cdk-lib/aws-events-targets";
import { EVENT_SOURCE } from "../../core/contract/render-event.js";
import { webhookEventSchema } from "../../core/contract/webhooks-api.js";
import { webhookEnvironmentSchema } from "../../lambdas/webhook/env.js";
import { EventRule } from "../event-rule.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { attributesOf, secret, sendTo, table } from "../grants.js";

export const webhook: DeclareFunction = ({ settings, storage, access, rendering, webhooks }, scope) => {
  new EventRule(scope, "WebhookEvents", {
    eventBus: rendering.bus,
    description: "Sends the events that can have webhooks to the webhook queue",
    eventPattern: { source: [EVENT_SOURCE], detailType: [...webhookEventSchema.options] },
    target: (undelivered) =>
      new SqsQueue(webhooks.queue, {
        ...undelivered,
        message: RuleTargetInput.fromEventPath("$.detail"),
        // Makes the queue fair: the deliveries of one workspace do not hold up those of the others.
        messageGroupId: EventField.fromPath("$.detail.workspaceId"),
      }),
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
      SIGNING_KEYS_SECRET: secret(access.signingKeys, "GetSecretValue"),
      WEBHOOK_QUEUE_URL: sendTo(webhooks.queue),
      WEBHOOK_DEAD_LETTERS_URL: sendTo(webhooks.deadLetters),
      ALLOW_LOOPBACK_TARGETS: String(settings.allowLoopbackTargets),
      WEBHOOK_RETRY_SECONDS: JSON.stringify(settings.webhookRetrySeconds),
    },
    memoryMb: 256,
    timeoutSeconds: webhooks.consumerTimeoutSeconds,
    // All messages of an invocation are delivered at the same time. Without a maximum concurrency, an idle queue is polled
    // less often.
    queues: [{ queue: webhooks.queue, batchSize: 10 }],
    alarm: { errors: 1, runbook: "background-errors" },
  });
};
