/** AWS::SQS::Queue: creates the queue, or updates the queue of an earlier run. */
import { CreateQueueCommand, SetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import * as z from "zod";
import type { Provisioner } from "../platform.js";
import { flag, ignored, numeric, readProperties } from "../properties.js";
import { TemplateError } from "../template-error.js";

/** An attribute that is not in the template gets its default (SQS API reference, SetQueueAttributes). */
const queueSchema = z.strictObject({
  QueueName: z.string().optional(),
  DelaySeconds: numeric.default(0),
  MaximumMessageSize: numeric.default(1_048_576),
  MessageRetentionPeriod: numeric.default(345_600),
  ReceiveMessageWaitTimeSeconds: numeric.default(0),
  VisibilityTimeout: numeric.default(30),
  FifoQueue: flag.default(false),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: numeric }).optional(),
  ...ignored("RedriveAllowPolicy", "SqsManagedSseEnabled", "KmsMasterKeyId", "KmsDataKeyReusePeriodSeconds", "Tags"),
});

/** Creates the queue if necessary, and sets its attributes. */
export const provisionQueue: Provisioner = async (resource, identity, { sqs }) => {
  const properties = readProperties(resource, queueSchema);
  if (properties.FifoQueue)
    throw new TemplateError(`${resource.logicalId}.FifoQueue`, "run-cdk-out supports only standard queues");
  const { QueueUrl: url = "" } = await sqs.send(new CreateQueueCommand({ QueueName: identity.physicalId }));
  const attributes = {
    DelaySeconds: String(properties.DelaySeconds),
    MaximumMessageSize: String(properties.MaximumMessageSize),
    MessageRetentionPeriod: String(properties.MessageRetentionPeriod),
    ReceiveMessageWaitTimeSeconds: String(properties.ReceiveMessageWaitTimeSeconds),
    VisibilityTimeout: String(properties.VisibilityTimeout),
    RedrivePolicy: properties.RedrivePolicy ? JSON.stringify(properties.RedrivePolicy) : "",
  };
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: attributes }));
  return { physicalId: url, attributes: { ...identity.attributes, QueueUrl: url } };
};
