/** The messages about files that were archived or deleted because of their age: events of S3, and our own. */
import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod";
import type { AgedFile } from "../core/renders/mark-archived.js";

/**
 * An event of S3 (S3 user guide, "EventBridge event message structure"). The rule that sends it to the queue selects what
 * happened. Unlike in notifications to a queue, the key is not encoded.
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

/** Sends a file that was found to the same queue as the events. */
export function createAgedFileQueue(client: SQSClient, queueUrl: string): (file: AgedFile) => Promise<void> {
  return async (file) => {
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(file) }));
  };
}
