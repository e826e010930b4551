import { DeleteMessageBatchCommand, SendMessageBatchCommand } from "@aws-sdk/client-sqs";
import { describe, expect, test } from "@jest/globals";
import { cleanups } from "../fixtures.js";
import { Sqs } from "./sqs-fixture.js";

const atEnd = cleanups();

describe("batches", () => {
  test("a batch is sent and deleted entry by entry, bad entries failing for themselves", async () => {
    const sqs = await Sqs.start(atEnd);
    const QueueUrl = await sqs.queue("jobs");
    const sent = await sqs.client.send(
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: [
          { Id: "good", MessageBody: "x" },
          { Id: "bad", MessageBody: "\u0000" },
        ],
      }),
    );
    expect(sent.Successful?.map((entry) => entry.Id)).toEqual(["good"]);
    expect(sent.Failed).toEqual([expect.objectContaining({ Id: "bad", Code: "InvalidMessageContents" })]);
    const [message] = await sqs.receive(QueueUrl);
    const deleted = await sqs.client.send(
      new DeleteMessageBatchCommand({
        QueueUrl,
        Entries: [
          { Id: "1", ReceiptHandle: message?.ReceiptHandle },
          { Id: "2", ReceiptHandle: "made up" },
        ],
      }),
    );
    expect(deleted.Successful).toEqual([{ Id: "1" }]);
    expect(deleted.Failed).toEqual([expect.objectContaining({ Id: "2", Code: "ReceiptHandleIsInvalid" })]);
  });

  test("more than ten entries, or two of one id, are refused whole", async () => {
    const sqs = await Sqs.start(atEnd);
    const QueueUrl = await sqs.queue("jobs");
    const entries = (ids: string[]) => ids.map((Id) => ({ Id, MessageBody: "x" }));
    const eleven = new SendMessageBatchCommand({ QueueUrl, Entries: entries("a b c d e f g h i j k".split(" ")) });
    await expect(sqs.client.send(eleven)).rejects.toMatchObject({ name: "TooManyEntriesInBatchRequest" });
    const twins = new SendMessageBatchCommand({ QueueUrl, Entries: entries(["a", "a"]) });
    await expect(sqs.client.send(twins)).rejects.toMatchObject({ name: "BatchEntryIdsNotDistinct" });
    expect(await sqs.receive(QueueUrl)).toEqual([]);
  });
});
