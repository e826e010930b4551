import { describe, expect, test } from "@jest/globals";
import { openQueueDatabase } from "../../../src/services/sqs/database.js";
import { MACHINE_CLOCK } from "../../../src/clock/clock.js";
import { LongPoll } from "../../../src/services/sqs/long-poll.js";
import { MessageStore } from "../../../src/services/sqs/message-store.js";
import { sqsOperations } from "../../../src/services/sqs/operations.js";
import { QueueRegistry } from "../../../src/services/sqs/queue-registry.js";
import { cleanups, temporaryFolder } from "../fixtures.js";
import { redriveTo, Sqs } from "./sqs-fixture.js";

const atEnd = cleanups();

describe("dead-letter queues and fairness", () => {
  test("SQS moves a message that was received too often to the dead-letter queue, with the ARN of its source queue", async () => {
    const sqs = await Sqs.start(atEnd);
    const dead = await sqs.queue("dead");
    const url = await sqs.queue("jobs", redriveTo("dead", 2));
    const { MessageId } = await sqs.send(url, "poison", { MessageGroupId: "w" });
    const waiting = sqs.receive(dead, { WaitTimeSeconds: 20 });
    for (const count of ["1", "2"]) {
      const [message] = await sqs.receive(url, { VisibilityTimeout: 0 });
      expect(message?.Attributes?.ApproximateReceiveCount).toBe(count);
    }
    expect(await sqs.receive(url)).toEqual([]);
    const [deadLettered] = await waiting;
    expect(deadLettered).toMatchObject({
      MessageId,
      Body: "poison",
      Attributes: {
        MessageGroupId: "w",
        DeadLetterQueueSourceArn: "arn:aws:sqs:us-east-1:000000000000:jobs",
      },
    });
  });

  test("a message group with many messages in flight does not delay another group", async () => {
    const sqs = await Sqs.start(atEnd);
    const url = await sqs.queue("jobs");
    for (let index = 0; index < 5; index++) await sqs.send(url, `noisy ${index}`, { MessageGroupId: "noisy" });
    await sqs.send(url, "quiet", { MessageGroupId: "quiet" });
    const bodies = [];
    for (let index = 0; index < 3; index++) bodies.push((await sqs.receive(url))[0]?.Body);
    expect(bodies).toEqual(["noisy 0", "quiet", "noisy 1"]);
  });
});

describe("disconnected receivers", () => {
  test("a receiver that disconnects during a long poll does not receive a message", async () => {
    const database = openQueueDatabase(await temporaryFolder(atEnd));
    atEnd(() => database.close());
    const { CreateQueue, SendMessage, ReceiveMessage } = sqsOperations({
      queues: new QueueRegistry(database, Date.now),
      messages: new MessageStore(database, Date.now),
      longPoll: new LongPoll(MACHINE_CLOCK),
      now: Date.now,
      endpoint: () => "http://sqs",
    });
    const gone = new AbortController();
    const here = new AbortController();
    const receive = { QueueUrl: "jobs", WaitTimeSeconds: 20, MessageSystemAttributeNames: ["ApproximateReceiveCount"] };
    CreateQueue?.({ QueueName: "jobs" }, here.signal);
    const first = ReceiveMessage?.(receive, gone.signal);
    const second = ReceiveMessage?.(receive, here.signal);
    gone.abort();
    SendMessage?.({ QueueUrl: "jobs", MessageBody: "x" }, here.signal);
    expect(await first).toEqual({});
    expect(await second).toMatchObject({ Messages: [{ Body: "x", Attributes: { ApproximateReceiveCount: "1" } }] });
  });
});

describe("restart and close", () => {
  test("with returnInFlight, SQS makes messages in flight visible after a restart, but not delayed messages", async () => {
    const dataDir = await temporaryFolder(atEnd);
    const first = await Sqs.start(atEnd, dataDir);
    const url = await first.queue("jobs", { VisibilityTimeout: "600" });
    await first.send(url, "in flight");
    await first.receive(url);
    await first.send(url, "delayed", { DelaySeconds: 600 });
    await first.close();

    const second = await Sqs.start(atEnd, dataDir, true);
    const received = await second.receive(await second.queue("jobs"), { MaxNumberOfMessages: 10 });
    expect(received.map(({ Body }) => Body)).toEqual(["in flight"]);
  });

  test("SQS keeps queues, messages, receive counts and hidden messages when it restarts on another port", async () => {
    const dataDir = await temporaryFolder(atEnd);
    const before = await Sqs.start(atEnd, dataDir);
    const oldUrl = await before.queue("jobs", { VisibilityTimeout: "600" });
    await before.send(oldUrl, "hidden");
    await before.receive(oldUrl);
    await before.send(oldUrl, "counted");
    await before.receive(oldUrl, { VisibilityTimeout: 0 });
    await before.close();

    const after = await Sqs.start(atEnd, dataDir);
    const url = await after.queue("jobs", { VisibilityTimeout: "600" });
    expect(await after.attribute(url, "ApproximateNumberOfMessagesNotVisible")).toBe("1");
    const [message] = await after.receive(oldUrl);
    expect(message).toMatchObject({ Body: "counted", Attributes: { ApproximateReceiveCount: "2" } });
  });

  test("closing SQS ends long polls immediately", async () => {
    const sqs = await Sqs.start(atEnd);
    const url = await sqs.queue("jobs");
    const poll = sqs.receive(url, { WaitTimeSeconds: 20 }).catch((error: unknown) => error);
    await sqs.attribute(url, "QueueArn");
    await sqs.close();
    expect(await poll).toBeInstanceOf(Error);
  });

  test("SQS rejects an unsupported parameter and names it", async () => {
    const sqs = await Sqs.start(atEnd);
    const url = await sqs.queue("jobs");
    await expect(sqs.send(url, "x", { MessageDeduplicationId: "d" })).rejects.toThrow(/MessageDeduplicationId/);
  });
});
