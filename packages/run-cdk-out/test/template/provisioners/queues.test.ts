import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Service } from "../../../src/services/service.js";
import { startSqs } from "../../../src/services/sqs.js";
import type { Platform } from "../../../src/template/platform.js";
import { provisionQueue } from "../../../src/template/provisioners/queues.js";
import type { ResolvedValue } from "../../../src/template/resolve.js";

let dir: string;
let service: Service;
let sqs: SQSClient;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "queues-"));
  service = await startSqs({ dataDir: dir });
  sqs = new SQSClient({
    endpoint: service.endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
});
afterEach(async () => {
  sqs.destroy();
  await service.close();
  rmSync(dir, { recursive: true });
});

async function provision(properties: Record<string, ResolvedValue>, name = "Jobs") {
  const arn = `arn:aws:sqs:us-east-1:000000000000:${name}`;
  const resource = { logicalId: name, type: "AWS::SQS::Queue", properties };
  const identity = { physicalId: name, attributes: { Arn: arn, QueueName: name } };
  const made = await provisionQueue(resource, identity, { sqs } as Platform);
  const url = String(made?.physicalId);
  const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["All"] });
  return { url, attributes: (await sqs.send(command)).Attributes ?? {} };
}

test("a queue has its URL as its physical ID, and the attributes of the template", async () => {
  await provision({}, "DeadLetterQueue");
  const redrive = { deadLetterTargetArn: "arn:aws:sqs:us-east-1:000000000000:DeadLetterQueue", maxReceiveCount: "3" };
  const { url, attributes } = await provision({ VisibilityTimeout: 120, DelaySeconds: "5", RedrivePolicy: redrive });
  expect(url).toBe(`${service.endpoint}/000000000000/Jobs`);
  expect(attributes).toMatchObject({ VisibilityTimeout: "120", DelaySeconds: "5" });
  expect(JSON.parse(attributes["RedrivePolicy"] ?? "")).toEqual({ ...redrive, maxReceiveCount: 3 });
});

test("a restart keeps the queue and sets its attributes to those of the template or to their defaults", async () => {
  const first = await provision({ VisibilityTimeout: 120, MessageRetentionPeriod: 86_400 });
  const second = await provision({ VisibilityTimeout: 60 });
  expect(second.url).toBe(first.url);
  expect(second.attributes).toMatchObject({ VisibilityTimeout: "60", MessageRetentionPeriod: "345600" });
});

test("an unknown property and a FIFO queue are refused with their names", async () => {
  await expect(provision({ Color: "red" })).rejects.toThrow(
    "Jobs: run-cdk-out does not support Color of AWS::SQS::Queue",
  );
  await expect(provision({ FifoQueue: true })).rejects.toThrow(
    "Jobs.FifoQueue: run-cdk-out supports only standard queues",
  );
});
