/** Connects event buses to functions and queues: the rules of the template, and the delivery of events to targets. */
import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod";
import type { Authorizer } from "../permissions/aws-call.js";
import type { EventBusService } from "../services/event-bus.js";
import type { Deliver } from "../services/event-bus/delivery.js";
import type { RuleTarget } from "../services/event-bus/rule.js";
import type { FunctionRegistry } from "../template/function-registry.js";
import { ignored, numeric, readProperties } from "../template/properties.js";
import { type ProvisionedStack, resourcesOfType } from "../template/stack.js";

/**
 * The documentation of EventBridge names the parameters that take a path into the event. This one is not among them.
 */
const messageGroupSchema = z.string().refine((text) => !text.startsWith("$."), {
  error:
    "is a path into the event. EventBridge does not evaluate paths here: all messages would be in one group of that name. " +
    "Give a constant, or let the consumer of the queue send the messages again with their groups",
});

const targetSchema = z.strictObject({
  Arn: z.string(),
  Id: z.string(),
  Input: z.string().exactOptional(),
  InputPath: z.string().exactOptional(),
  InputTransformer: z
    .strictObject({ InputPathsMap: z.record(z.string(), z.string()).exactOptional(), InputTemplate: z.string() })
    .exactOptional(),
  SqsParameters: z.strictObject({ MessageGroupId: messageGroupSchema }).exactOptional(),
  DeadLetterConfig: z.object({ Arn: z.string() }).exactOptional(),
  RetryPolicy: z.object({ MaximumRetryAttempts: numeric.exactOptional() }).exactOptional(),
  // The policies of queues and functions decide whether a rule may reach them.
  ...ignored("RoleArn"),
});

const ruleSchema = z.strictObject({
  Name: z.string().exactOptional(),
  EventBusName: z.string().default("default"),
  EventPattern: z.unknown().optional(),
  ScheduleExpression: z.string().exactOptional(),
  State: z.enum(["ENABLED", "DISABLED"]).default("ENABLED"),
  Targets: z.array(targetSchema).default([]),
  ...ignored("Description", "RoleArn", "Tags"),
});

/** Adds each rule of the stack to its bus. Schedules start to run. */
export function putRules(stack: ProvisionedStack, bus: Pick<EventBusService, "putRule">): void {
  for (const resource of resourcesOfType(stack, "AWS::Events::Rule")) {
    const rule = readProperties(resource, ruleSchema);
    bus.putRule({
      // The physical ID of a rule is `bus|name`, unless it is on the default bus.
      name: resource.physicalId.split("|").at(-1) ?? resource.physicalId,
      busName: rule.EventBusName,
      state: rule.State,
      ...(rule.EventPattern !== undefined && { eventPattern: rule.EventPattern }),
      ...(rule.ScheduleExpression !== undefined && { scheduleExpression: rule.ScheduleExpression }),
      targets: rule.Targets.map(readTarget),
    });
  }
}

function readTarget(target: z.infer<typeof targetSchema>): RuleTarget {
  const { InputTransformer: transformer, RetryPolicy: retries } = target;
  return {
    arn: target.Arn,
    id: target.Id,
    ...(target.Input !== undefined && { input: target.Input }),
    ...(target.InputPath !== undefined && { inputPath: target.InputPath }),
    ...(transformer && {
      inputTransformer: {
        inputPathsMap: transformer.InputPathsMap ?? {},
        inputTemplate: transformer.InputTemplate,
      },
    }),
    ...(target.SqsParameters && { messageGroupId: target.SqsParameters.MessageGroupId }),
    ...(target.DeadLetterConfig && { deadLetterArn: target.DeadLetterConfig.Arn }),
    ...(retries?.MaximumRetryAttempts !== undefined && { maxAttempts: retries.MaximumRetryAttempts + 1 }),
  };
}

const ACCESS_DENIED = { code: "AccessDeniedException", status: 403 };

export interface DeliveryOptions {
  /** Undefined until the rules exist: nothing is delivered before that. */
  readonly stack: () => ProvisionedStack | undefined;
  readonly functions: FunctionRegistry;
  readonly sqs: SQSClient;
  readonly authorizer: Authorizer;
}

/** Returns a function that delivers an event to a target: a function, which is invoked asynchronously, or a queue. */
export function createDelivery({ stack, functions, sqs, authorizer }: DeliveryOptions): Deliver {
  const checkRule = (action: string, resource: string, sourceArn: string): void => {
    if (sourceArn !== "")
      authorizer.check({ action, resource }, { service: "events.amazonaws.com", sourceArn }, ACCESS_DENIED);
  };
  return async (targetArn, event, { ruleArn, messageGroupId, attributes = {} }) => {
    if (functions.has(targetArn)) {
      checkRule("lambda:InvokeFunction", targetArn, ruleArn);
      // The bus keeps the delivery on disk until this returns, so that a killed runner loses no event.
      const pool = functions.pool(targetArn, targetArn);
      const { succeeded, expired, errorPayload } = await pool.invokeAsync(event, functions.asyncSettings(targetArn));
      // As in Lambda, a function that failed has already been retried, and an event that is too old is discarded.
      // Otherwise, a function that did not run has not received the event.
      if (!succeeded && expired !== true && errorPayload === undefined) throw new Error("the function did not run");
      return;
    }
    const running = stack();
    const queue =
      running && resourcesOfType(running, "AWS::SQS::Queue").find((one) => one.attributes["Arn"] === targetArn);
    if (queue === undefined) throw new Error(`There is no function and no queue ${targetArn}.`);
    checkRule("sqs:SendMessage", targetArn, ruleArn);
    const MessageBody = JSON.stringify(event);
    const MessageAttributes = Object.fromEntries(
      Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: "String", StringValue }]),
    );
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: queue.physicalId,
        MessageBody,
        MessageGroupId: messageGroupId,
        MessageAttributes,
      }),
    );
  };
}
