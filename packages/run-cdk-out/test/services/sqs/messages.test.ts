import { ChangeMessageVisibilityCommand, DeleteMessageCommand, PurgeQueueCommand } from "@aws-sdk/client-sqs";
import { describe, expect, test } from "@jest/globals";
import { cleanups } from "../fixtures.js";
import { Sqs } from "./sqs-fixture.js";

const atEnd = cleanups();

describe("messages", () => {
  test("SQS delivers a message with its attributes and system attributes", async () => {
    const sqs = await Sqs.start(atEnd);
    const url = await sqs.queue("jobs");
    const { MessageId } = await sqs.send(url, "grüße", {
      MessageGroupId: "workspace-1",
      MessageAttributes: { kind: { DataType: "String", StringValue: "batch" } },
    });
    const [message] = await sqs.receive(url, { MessageAttributeNames: ["All"] });
    expect(message).toMatchObject({
      MessageId,
      Body: "grüße",
      MessageAttributes: { kind: { DataType: "String", StringValue: "batch" } },
      Attributes: { ApproximateReceiveCount: "1", MessageGroupId: "workspace-1", SenderId: "000000000000" },
    });
    expect(Number(message?.Attributes?.SentTimestamp)).toBeGreaterThan(0);
  });

  test("SQS computes the documented MD5 digest of message attributes", async () => {
    const sqs = await Sqs.start(atEnd);
    const url = await sqs.queue("jobs");
    const sent = await sqs.send(url, "x", {
      MessageAttributes: { a: { DataType: "String", StringValue: "b" } },
    });
    // MD5 over: length and "a", length and "String", the byte 1, length and "b"; computed with another program.
    expect(sent.MD5OfMessageAttributes).toBe("bef8bf215374a0a228d67533b1a488be");
  });

  test("SQS hides a received message until its visibility timeout is set to 0", async () => {
    const sqs = await Sqs.start(atEnd);
    const url = await sqs.queue("jobs");
    await sqs.send(url, "x");
    const [first] = await sqs.receive(url);
    expect(await sqs.receive(url)).toEqual([]);
    expect(await sqs.attribute(url, "ApproximateNumberOfMessagesNotVisible")).toBe("1");
    const handle = { QueueUrl: url, ReceiptHandle: first?.ReceiptHandle };
    await sqs.client.send(new ChangeMessageVisibilityCommand({ ...handle, VisibilityTimeout: 0 }));
    const [second] = await sqs.receive(url);
    expect(second?.Attributes?.ApproximateReceiveCount).toBe("2");
    expect(second?.Attributes?.ApproximateFirstReceiveTimestamp).toBe(
      first?.Attributes?.ApproximateFirstReceiveTimestamp,
    );
  });

  test("DeleteMessage with a receipt handle from before the last receive deletes nothing", async () => {
    const sqs = await Sqs.start(atEnd);
    const url = await sqs.queue("jobs");
    await sqs.send(url, "x");
    const [stale] = await sqs.receive(url, { VisibilityTimeout: 0 });
    const [current] = await sqs.receive(url);
    await sqs.client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: stale?.ReceiptHandle }));
    expect(await sqs.attribute(url, "ApproximateNumberOfMessagesNotVisible")).toBe("1");
    await sqs.client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: current?.ReceiptHandle }));
    expect(await sqs.attribute(url, "ApproximateNumberOfMessagesNotVisible")).toBe("0");
  });

  test("ChangeMessageVisibility returns MessageNotInflight for a message that is not in flight", async () => {
    const sqs = await Sqs.start(atEnd);
    const QueueUrl = await sqs.queue("jobs");
    await sqs.send(QueueUrl, "x");
    const [message] = await sqs.receive(QueueUrl, { VisibilityTimeout: 0 });
    const change = new ChangeMessageVisibilityCommand({
      QueueUrl,
      ReceiptHandle: message?.ReceiptHandle,
      VisibilityTimeout: 10,
    });
    await expect(sqs.client.send(change)).rejects.toMatchObject({ name: "MessageNotInflight" });
  });

  test("a long poll ends when a message is sent or when a hidden message becomes visible", async () => {
    const sqs = await Sqs.start(atEnd);
    const url = await sqs.queue("jobs");
    const poll = sqs.receive(url, { WaitTimeSeconds: 20, VisibilityTimeout: 1 });
    await sqs.send(url, "x");
    expect(await poll).toHaveLength(1);
    const [again] = await sqs.receive(url, { WaitTimeSeconds: 20 });
    expect(again?.Attributes?.ApproximateReceiveCount).toBe("2");
  });

  test("a delayed message is not received before its time, and then ends a long poll", async () => {
    const sqs = await Sqs.start(atEnd);
    const url = await sqs.queue("jobs");
    await sqs.send(url, "later", { DelaySeconds: 1 });
    expect(await sqs.receive(url)).toEqual([]);
    expect(await sqs.attribute(url, "ApproximateNumberOfMessagesDelayed")).toBe("1");
    expect(await sqs.receive(url, { WaitTimeSeconds: 20 })).toHaveLength(1);
  });

  test("PurgeQueue deletes all messages of a queue", async () => {
    const sqs = await Sqs.start(atEnd);
    const url = await sqs.queue("jobs");
    await sqs.send(url, "x");
    await sqs.client.send(new PurgeQueueCommand({ QueueUrl: url }));
    expect(await sqs.receive(url)).toEqual([]);
  });
});
