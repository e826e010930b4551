/** The messages about files that were archived or deleted because of their age: events from S3, and our own. */
import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod";
import type { AgedFile } from "../core/renders/mark-archived.js";

/**
 * An event from S3 (S3 user guide, "EventBridge event message structure"). The rule that sends it to the queue selects
 * the kinds of events. Unlike in S3 notifications to a queue, the key is not URL-encoded.
 */
const objectEventSchema = z
  .object({
    source: z.literal("aws.s3"),
    time: z.iso.datetime(),
    detail: z.object({ object: z.object({ key: z.string() }) }),
  })
  .transform(({ time, detail }): AgedFile => ({ key: detail.object.key, atMs: Date.parse(time) }));

const foundFileSchema = z.object({ key: z.string(), atMs: z.int() }) satisfies z.ZodType<AgedFile>;

export const agedFileMessageSchema = z.union([objectEventSchema, foundFileSchema]);

/** Creates the sender of files that the file audit found. It sends them to the queue that also receives the events. */
export function createAgedFileQueue(client: SQSClient, queueUrl: string): (file: AgedFile) => Promise<void> {
  return async (file) => {
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(file) }));
  };
}
