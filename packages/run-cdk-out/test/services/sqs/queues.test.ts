import {
  GetQueueUrlCommand,
  ListQueueTagsCommand,
  ListQueuesCommand,
  SQSClient,
  SendMessageCommand,
  SetQueueAttributesCommand,
  TagQueueCommand,
} from "@aws-sdk/client-sqs";
import { describe, expect, test } from "@jest/globals";
import { cleanups, credentials, region } from "../fixtures.js";
import { redriveTo, Sqs } from "./sqs-fixture.js";

const atEnd = cleanups();

describe("queues", () => {
  test("the URL of a queue contains the endpoint of the service, and its ARN contains the local account", async () => {
    const sqs = await Sqs.start(atEnd);
    const url = await sqs.queue("jobs");
    expect(url).toBe(`${sqs.endpoint}/000000000000/jobs`);
    expect((await sqs.client.send(new GetQueueUrlCommand({ QueueName: "jobs" }))).QueueUrl).toBe(url);
    expect((await sqs.client.send(new ListQueuesCommand({}))).QueueUrls).toEqual([url]);
    expect(await sqs.attribute(url, "QueueArn")).toBe("arn:aws:sqs:us-east-1:000000000000:jobs");
  });

  test("a client with only the variable AWS_ENDPOINT_URL_SQS reaches the queue", async () => {
    const sqs = await Sqs.start(atEnd);
    const url = await sqs.queue("jobs");
    process.env["AWS_ENDPOINT_URL_SQS"] = sqs.endpoint;
    atEnd(() => delete process.env["AWS_ENDPOINT_URL_SQS"]);
    const client = new SQSClient({ region, credentials });
    atEnd(() => client.destroy());
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "x" }));
    expect(await sqs.attribute(url, "ApproximateNumberOfMessages")).toBe("1");
  });

  test("CreateQueue accepts an existing queue only if all attributes are equal", async () => {
    const sqs = await Sqs.start(atEnd);
    const url = await sqs.queue("jobs", { VisibilityTimeout: "60" });
    expect(await sqs.queue("jobs", { VisibilityTimeout: "60" })).toBe(url);
    await expect(sqs.queue("jobs", { VisibilityTimeout: "61" })).rejects.toMatchObject({ name: "QueueNameExists" });
    await sqs.client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { VisibilityTimeout: "61" } }));
    expect(await sqs.attribute(url, "VisibilityTimeout")).toBe("61");
  });

  test.each([
    ["an unknown attribute", { Color: "red" }, "InvalidAttributeName"],
    ["a value out of range", { VisibilityTimeout: "43201" }, "InvalidAttributeValue"],
    ["a FIFO queue", { FifoQueue: "true" }, "UnsupportedOperation"],
    ["an unknown dead-letter queue", redriveTo("nowhere", 3), "InvalidParameterValue"],
  ])("CreateQueue rejects %s", async (_, attributes, code) => {
    const sqs = await Sqs.start(atEnd);
    await expect(sqs.queue("jobs", attributes)).rejects.toMatchObject({ Code: expect.stringContaining(code) });
  });

  test("SQS stores the tags of a queue", async () => {
    const sqs = await Sqs.start(atEnd);
    const QueueUrl = await sqs.queue("jobs");
    await sqs.client.send(new TagQueueCommand({ QueueUrl, Tags: { team: "a" } }));
    expect((await sqs.client.send(new ListQueueTagsCommand({ QueueUrl }))).Tags).toEqual({ team: "a" });
  });

  test("SQS returns QueueDoesNotExist for an unknown queue in the form that the SDK expects", async () => {
    const sqs = await Sqs.start(atEnd);
    await expect(sqs.send(`${sqs.endpoint}/000000000000/none`, "x")).rejects.toMatchObject({
      name: "QueueDoesNotExist",
      $metadata: { httpStatusCode: 400 },
    });
  });
});
