import {
  type BatchResultErrorEntry,
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
} from "@aws-sdk/client-sqs";
import { expect, test } from "@jest/globals";
import { cleanups } from "../fixtures.js";
import { Sqs } from "./sqs-fixture.js";

const atEnd = cleanups();
const DELAY = "must be >= 0 and <= 900.";

// The messages for delays are those of SQS: https://github.com/getmoto/moto/issues/5372.
test.each<[string, Partial<SendMessageBatchRequestEntry>, string, string]>([
  ["a character that XML 1.0 forbids", { MessageBody: "\u0000" }, "InvalidMessageContents", "outside the allowed set"],
  ["a delay of more than 15 minutes", { DelaySeconds: 901 }, "InvalidParameterValue", `Value 901`],
  ["a negative delay", { DelaySeconds: -1 }, "InvalidParameterValue", `Reason: DelaySeconds ${DELAY}`],
  ["too many bytes", { MessageBody: "x".repeat(1_025) }, "InvalidParameterValue", "shorter than 1024 bytes"],
])("SendMessageBatch fails only the entry with %s and sends the others", async (_, entry, code, message) => {
  const sqs = await Sqs.start(atEnd);
  const QueueUrl = await sqs.queue("jobs", { MaximumMessageSize: "1024" });
  const Entries = [
    { Id: "first", MessageBody: "1" },
    { Id: "bad", MessageBody: "2", ...entry },
    { Id: "last", MessageBody: "3", DelaySeconds: 0 },
  ];
  const { Successful, Failed } = await sqs.client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  expect(Successful?.map(({ Id }) => Id)).toEqual(["first", "last"]);
  const failure: BatchResultErrorEntry = { Id: "bad", SenderFault: true, Code: code };
  expect(Failed).toEqual([{ ...failure, Message: expect.stringContaining(message) }]);
  const received = await sqs.receive(QueueUrl, { MaxNumberOfMessages: 10 });
  expect(received.map(({ Body }) => Body)).toEqual(["1", "3"]);
});

test("SendMessage returns the error of SendMessageBatch for a delay out of range", async () => {
  const sqs = await Sqs.start(atEnd);
  const QueueUrl = await sqs.queue("jobs");
  await expect(sqs.send(QueueUrl, "x", { DelaySeconds: 901 })).rejects.toMatchObject({
    Code: "InvalidParameterValue",
    message: `Value 901 for parameter DelaySeconds is invalid. Reason: DelaySeconds ${DELAY}`,
  });
});

test("DeleteMessageBatch fails only the entry with an invalid receipt handle", async () => {
  const sqs = await Sqs.start(atEnd);
  const QueueUrl = await sqs.queue("jobs");
  await sqs.send(QueueUrl, "x");
  const [message] = await sqs.receive(QueueUrl);
  const Entries = [
    { Id: "1", ReceiptHandle: message?.ReceiptHandle },
    { Id: "2", ReceiptHandle: "made up" },
  ];
  const deleted = await sqs.client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  expect(deleted.Successful).toEqual([{ Id: "1" }]);
  expect(deleted.Failed).toEqual([expect.objectContaining({ Id: "2", Code: "ReceiptHandleIsInvalid" })]);
});

test("ChangeMessageVisibilityBatch fails only the entries with a visibility timeout that SQS does not accept", async () => {
  const sqs = await Sqs.start(atEnd);
  const QueueUrl = await sqs.queue("jobs");
  for (const body of ["a", "b", "c"]) await sqs.send(QueueUrl, body);
  const received = await sqs.receive(QueueUrl, { MaxNumberOfMessages: 10, VisibilityTimeout: 600 });
  const Entries = received.map(({ Body: Id, ReceiptHandle }) => ({ Id, ReceiptHandle, VisibilityTimeout: 0 }));
  Object.assign(Entries[1] ?? {}, { VisibilityTimeout: 43_201 });
  Object.assign(Entries[2] ?? {}, { VisibilityTimeout: -1 });
  const { Successful, Failed } = await sqs.client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
  expect(Successful).toEqual([{ Id: "a" }]);
  expect(Failed?.map(({ Id, Code }) => [Id, Code])).toEqual([
    ["b", "InvalidParameterValue"],
    ["c", "InvalidParameterValue"],
  ]);
  expect((await sqs.receive(QueueUrl, { MaxNumberOfMessages: 10 })).map(({ Body }) => Body)).toEqual(["a"]);
});

test("ChangeMessageVisibility refuses to hide a message for more than 12 hours after its receipt", async () => {
  const sqs = await Sqs.start(atEnd);
  const QueueUrl = await sqs.queue("jobs");
  await sqs.send(QueueUrl, "x");
  const [message] = await sqs.receive(QueueUrl);
  const { ReceiptHandle } = message ?? {};
  // Some time has passed since the receipt, so that 12 hours from now are too many.
  const command = new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 43_200 });
  const passed = Date.now();
  while (Date.now() <= passed) await new Promise((resolve) => setImmediate(resolve));
  await expect(sqs.client.send(command)).rejects.toMatchObject({
    Code: "InvalidParameterValue",
    message: expect.stringContaining("beyond the limit [43200 seconds]"),
  });
});

test("SQS refuses a whole batch that has more than ten entries or two entries with the same ID", async () => {
  const sqs = await Sqs.start(atEnd);
  const QueueUrl = await sqs.queue("jobs");
  const entries = (ids: string[]) => ids.map((Id) => ({ Id, MessageBody: "x" }));
  const eleven = new SendMessageBatchCommand({ QueueUrl, Entries: entries("a b c d e f g h i j k".split(" ")) });
  await expect(sqs.client.send(eleven)).rejects.toMatchObject({ name: "TooManyEntriesInBatchRequest" });
  const twins = new SendMessageBatchCommand({ QueueUrl, Entries: entries(["a", "a"]) });
  await expect(sqs.client.send(twins)).rejects.toMatchObject({ name: "BatchEntryIdsNotDistinct" });
  expect(await sqs.receive(QueueUrl)).toEqual([]);
});
