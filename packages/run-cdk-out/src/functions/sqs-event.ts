/** The event of a batch of SQS messages, and the batch response of a function. */
import type { Message, MessageAttributeValue } from "@aws-sdk/client-sqs";
import * as z from "zod";

const reportSchema = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish(),
});

/** Creates the event of a batch (Lambda developer guide, "Using Lambda with Amazon SQS"). */
export function sqsEvent(messages: readonly Message[], queueArn: string): unknown {
  return { Records: messages.map((message) => sqsRecord(message, queueArn)) };
}

function sqsRecord(message: Message, queueArn: string): Record<string, unknown> {
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [name, messageAttribute(value)]),
    ),
    ...(message.MD5OfMessageAttributes !== undefined && { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    md5OfBody: message.MD5OfBody,
    eventSource: "aws:sqs",
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(":")[3],
  };
}

function messageAttribute(value: MessageAttributeValue): Record<string, unknown> {
  return {
    ...(value.StringValue !== undefined && { stringValue: value.StringValue }),
    ...(value.BinaryValue !== undefined && { binaryValue: Buffer.from(value.BinaryValue).toString("base64") }),
    stringListValues: [],
    binaryListValues: [],
    dataType: value.DataType,
  };
}

/**
 * Returns the messages that a function with ReportBatchItemFailures has processed. These are all messages if the
 * response is null, or has no list or an empty list. They are none if the response is malformed, or names a message
 * that was not in the batch.
 */
export function succeededMessages(messages: readonly Message[], response: Buffer): readonly Message[] {
  const failed = reportedFailures(response);
  if (failed === undefined) return [];
  const ids = new Set(messages.map(({ MessageId }) => MessageId));
  if (failed.some((id) => !ids.has(id))) return [];
  return messages.filter(({ MessageId = "" }) => !failed.includes(MessageId));
}

/** Returns undefined if the response is malformed. */
function reportedFailures(response: Buffer): string[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(response.toString("utf8"));
  } catch {
    return undefined;
  }
  if (parsed === null) return [];
  const report = reportSchema.safeParse(parsed);
  return report.success ? (report.data.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier) : undefined;
}
