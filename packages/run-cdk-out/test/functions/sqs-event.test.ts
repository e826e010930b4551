import type { Message } from "@aws-sdk/client-sqs";
import { describe, expect, test } from "@jest/globals";
import { sqsEvent, succeededMessages } from "../../src/functions/sqs-event.js";

const QUEUE_ARN = "arn:aws:sqs:eu-west-1:000000000000:jobs";

test("an event contains its messages in the format of Lambda", () => {
  const message: Message = {
    MessageId: "m-1",
    ReceiptHandle: "handle",
    Body: "hello",
    MD5OfBody: "5d41402abc4b2a76b9719d911017c592",
    MD5OfMessageAttributes: "d25a6aea97eb8f585bfa92d314504a92",
    Attributes: { ApproximateReceiveCount: "2", SentTimestamp: "1545082650183" },
    MessageAttributes: {
      text: { DataType: "String", StringValue: "a" },
      bytes: { DataType: "Binary", BinaryValue: new Uint8Array([1, 2]) },
    },
  };
  expect(sqsEvent([message], QUEUE_ARN)).toEqual({
    Records: [
      {
        messageId: "m-1",
        receiptHandle: "handle",
        body: "hello",
        attributes: { ApproximateReceiveCount: "2", SentTimestamp: "1545082650183" },
        messageAttributes: {
          text: { stringValue: "a", stringListValues: [], binaryListValues: [], dataType: "String" },
          bytes: { binaryValue: "AQI=", stringListValues: [], binaryListValues: [], dataType: "Binary" },
        },
        md5OfMessageAttributes: "d25a6aea97eb8f585bfa92d314504a92",
        md5OfBody: "5d41402abc4b2a76b9719d911017c592",
        eventSource: "aws:sqs",
        eventSourceARN: QUEUE_ARN,
        awsRegion: "eu-west-1",
      },
    ],
  });
});

describe("batch responses", () => {
  const messages: Message[] = [{ MessageId: "a" }, { MessageId: "b" }];

  test.each(["null", "{}", `{"batchItemFailures":null}`, `{"batchItemFailures":[]}`])(
    "all messages of a batch are processed after the response %s",
    (response) => {
      expect(succeededMessages(messages, Buffer.from(response))).toEqual(messages);
    },
  );

  test("the messages that the function reports stay in the queue, the others are processed", () => {
    const response = Buffer.from(`{"batchItemFailures":[{"itemIdentifier":"a"}]}`);
    expect(succeededMessages(messages, response)).toEqual([{ MessageId: "b" }]);
  });

  test.each([
    "",
    "not JSON",
    `"text"`,
    "[]",
    `{"batchItemFailures":"a"}`,
    `{"batchItemFailures":[{"itemIdentifier":""}]}`,
    `{"batchItemFailures":[{"itemIdentifier":null}]}`,
    `{"batchItemFailures":[{"messageId":"a"}]}`,
    `{"batchItemFailures":[{"itemIdentifier":"of another batch"}]}`,
  ])("no message of a batch is processed after the response %j", (response) => {
    expect(succeededMessages(messages, Buffer.from(response))).toEqual([]);
  });
});
