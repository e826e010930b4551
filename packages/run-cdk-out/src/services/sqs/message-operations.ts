/** The operations on messages, single and in batches. */
import * as z from "zod";
import { AwsError } from "../aws-error.js";
import { type JsonOperation, operation } from "../aws-json.js";
import { runBatch } from "./batch.js";
import { digestAttributes, digestBody, messageAttributesSchema, messageBytes } from "./message-digest.js";
import { numericAttribute } from "./queue-attributes.js";
import { nameFromUrl, type Queue } from "./queue-registry.js";
import { describeReceived } from "./received-message.js";
import type { SqsState } from "./state.js";

const onQueue = z.strictObject({ QueueUrl: z.string() });
const entryId = { Id: z.string() };
const messageFields = {
  MessageBody: z.string().min(1),
  DelaySeconds: z.int().optional(),
  MessageAttributes: messageAttributesSchema.default({}),
  MessageSystemAttributes: z.strictObject({ AWSTraceHeader: z.object({ StringValue: z.string() }) }).optional(),
  MessageGroupId: z.string().min(1).max(128).optional(),
};
type Message = z.infer<z.ZodObject<typeof messageFields>>;
const visibilityFields = { ReceiptHandle: z.string(), VisibilityTimeout: z.int() };

const MAX_DELAY_SECONDS = 900;
const MAX_VISIBILITY_SECONDS = 43_200;

const receiveSchema = onQueue.extend({
  MaxNumberOfMessages: z.int().min(1).max(10).default(1),
  VisibilityTimeout: z.int().min(0).max(MAX_VISIBILITY_SECONDS).optional(),
  WaitTimeSeconds: z.int().min(0).max(20).optional(),
  AttributeNames: z.array(z.string()).default([]),
  MessageSystemAttributeNames: z.array(z.string()).default([]),
  MessageAttributeNames: z.array(z.string()).default([]),
  ReceiveRequestAttemptId: z.string().optional(),
});

/** SQS accepts only the characters of XML 1.0. */
// eslint-disable-next-line no-control-regex -- rejects control characters
const FORBIDDEN_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/** Returns all operations on messages, by name. */
export function messageOperations(state: SqsState): Record<string, JsonOperation> {
  return { ...sendOperations(state), ...receiveOperations(state) };
}

function sendOperations({ queues, messages, longPoll }: SqsState): Record<string, JsonOperation> {
  const send = (queue: Queue, message: Message): object => {
    checkMessage(queue, message);
    const MessageId = messages.send(queue, {
      body: message.MessageBody,
      attributes: message.MessageAttributes,
      groupId: message.MessageGroupId,
      traceHeader: message.MessageSystemAttributes?.AWSTraceHeader.StringValue,
      delaySeconds: message.DelaySeconds ?? numericAttribute(queue.attributes, "DelaySeconds"),
    });
    // Wake the receivers even for a delayed message: they then wait until it becomes visible.
    longPoll.wake(queue.name);
    const digests = { MD5OfMessageBody: digestBody(message.MessageBody), ...attributeDigest(message) };
    return { MessageId, ...digests };
  };
  return {
    SendMessage: operation(onQueue.extend(messageFields), ({ QueueUrl, ...message }) =>
      send(queues.get(nameFromUrl(QueueUrl)), message),
    ),
    SendMessageBatch: operation(
      onQueue.extend({ Entries: z.array(z.strictObject({ ...entryId, ...messageFields })) }),
      ({ QueueUrl, Entries }) => {
        const queue = queues.get(nameFromUrl(QueueUrl));
        checkBatchBytes(Entries);
        return runBatch(Entries, (entry) => send(queue, entry));
      },
    ),
  };
}

function receiveOperations({ queues, messages, longPoll, now }: SqsState): Record<string, JsonOperation> {
  const change = (queue: Queue, receipt: string, seconds: number): object => {
    checkSeconds("VisibilityTimeout", seconds, MAX_VISIBILITY_SECONDS);
    messages.changeVisibility(queue, receipt, seconds);
    longPoll.wake(queue.name);
    return {};
  };
  return {
    ReceiveMessage: operation(receiveSchema, async (input, signal) => {
      const name = nameFromUrl(input.QueueUrl);
      const waitSeconds =
        input.WaitTimeSeconds ?? numericAttribute(queues.get(name).attributes, "ReceiveMessageWaitTimeSeconds");
      const deadlineMs = now() + waitSeconds * 1_000;
      for (;;) {
        // The receiver is gone: a message that it took would stay hidden needlessly.
        if (signal.aborted) return {};
        const queue = queues.get(name);
        const hideSeconds = input.VisibilityTimeout ?? numericAttribute(queue.attributes, "VisibilityTimeout");
        const { messages: received, deadLettered } = messages.receive(queue, input.MaxNumberOfMessages, hideSeconds);
        if (deadLettered !== undefined) longPoll.wake(deadLettered);
        if (received.length > 0) return { Messages: received.map((message) => describeReceived(message, input)) };
        if (now() >= deadlineMs) return {};
        await longPoll.wait(name, Math.min(deadlineMs, messages.nextVisibleAtMs(queue) ?? deadlineMs), signal);
      }
    }),
    DeleteMessage: operation(onQueue.extend({ ReceiptHandle: z.string() }), ({ QueueUrl, ReceiptHandle }) =>
      messages.delete(queues.get(nameFromUrl(QueueUrl)), ReceiptHandle),
    ),
    DeleteMessageBatch: operation(
      onQueue.extend({ Entries: z.array(z.strictObject({ ...entryId, ReceiptHandle: z.string() })) }),
      ({ QueueUrl, Entries }) => {
        const queue = queues.get(nameFromUrl(QueueUrl));
        return runBatch(Entries, ({ ReceiptHandle }) => {
          messages.delete(queue, ReceiptHandle);
          return {};
        });
      },
    ),
    ChangeMessageVisibility: operation(onQueue.extend(visibilityFields), (input) =>
      change(queues.get(nameFromUrl(input.QueueUrl)), input.ReceiptHandle, input.VisibilityTimeout),
    ),
    ChangeMessageVisibilityBatch: operation(
      onQueue.extend({ Entries: z.array(z.strictObject({ ...entryId, ...visibilityFields })) }),
      ({ QueueUrl, Entries }) => {
        const queue = queues.get(nameFromUrl(QueueUrl));
        return runBatch(Entries, (entry) => change(queue, entry.ReceiptHandle, entry.VisibilityTimeout));
      },
    ),
  };
}

function checkMessage(queue: Queue, { MessageBody, MessageAttributes, DelaySeconds = 0 }: Message): void {
  checkSeconds("DelaySeconds", DelaySeconds, MAX_DELAY_SECONDS);
  if (FORBIDDEN_CHARACTERS.test(MessageBody)) {
    throw new AwsError("InvalidMessageContents", "The message contains characters outside the allowed set.");
  }
  const maxBytes = numericAttribute(queue.attributes, "MaximumMessageSize");
  if (messageBytes(MessageBody, MessageAttributes) <= maxBytes) return;
  throw new AwsError(
    "InvalidParameterValue",
    `One or more parameters are invalid. Reason: Message must be shorter than ${maxBytes} bytes.`,
  );
}

/**
 * Checks a number of seconds. The schemas do not, because in a batch, a value out of range fails only its own entry.
 */
function checkSeconds(name: string, seconds: number, max: number): void {
  if (seconds >= 0 && seconds <= max) return;
  const reason = `${name} must be >= 0 and <= ${max}.`;
  throw new AwsError("InvalidParameterValue", `Value ${seconds} for parameter ${name} is invalid. Reason: ${reason}`);
}

function checkBatchBytes(entries: readonly Message[]): void {
  const maxBytes = 1_048_576;
  const bytes = entries.reduce((sum, entry) => sum + messageBytes(entry.MessageBody, entry.MessageAttributes), 0);
  if (bytes > maxBytes)
    throw new AwsError("BatchRequestTooLong", `Batch requests cannot be longer than ${maxBytes} bytes.`);
}

function attributeDigest({ MessageAttributes }: Message): object {
  if (Object.keys(MessageAttributes).length === 0) return {};
  return { MD5OfMessageAttributes: digestAttributes(MessageAttributes) };
}
