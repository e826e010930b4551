import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { type FauxqsServer, startFauxqs } from "fauxqs";
import {
  type EventSourceMapping,
  type EventSourceMappingOptions,
  startEventSourceMapping,
} from "../../src/functions/event-source-mapping.js";
import type { FunctionPool, FunctionSpec } from "../../src/functions/function-host.js";
import { cleanUp, closeAfterTest, startServer, startTestHost, until } from "./support.js";

jest.setTimeout(60_000);
afterEach(cleanUp);

interface SqsRecord {
  readonly messageId: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, string>>;
}
interface SqsEvent {
  readonly Records: readonly SqsRecord[];
}
/** Returns the result of the function. If that is undefined, the function throws. */
type Consumer = (event: SqsEvent) => unknown;

interface Fixture {
  readonly sqs: FauxqsServer;
  readonly pool: FunctionPool;
  readonly lines: string[];
  /** The events of all invocations. */
  readonly events: SqsEvent[];
  readonly map: (changes?: Partial<EventSourceMappingOptions>) => EventSourceMapping;
  readonly send: (...bodies: string[]) => void;
  /** Bodies of the messages in a queue, including those in flight. */
  readonly bodiesIn: (queue: string) => string[];
}

/** A queue `jobs` whose messages go to the queue `dead` after two receives, and a function that calls `consume`. */
async function startMappings(
  consume: Consumer,
  { visibilityTimeoutSeconds = 300, ...spec }: Partial<FunctionSpec> & { visibilityTimeoutSeconds?: number } = {},
): Promise<Fixture> {
  const sqs = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
  closeAfterTest(() => sqs.stop());
  const dead = sqs.createQueue("dead");
  const { queueUrl, queueArn } = sqs.createQueue("jobs", {
    attributes: {
      VisibilityTimeout: String(visibilityTimeoutSeconds),
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead.queueArn, maxReceiveCount: 2 }),
    },
  });
  const events: SqsEvent[] = [];
  const collectorUrl = await startServer((request, response) => {
    void buffer(request).then(async (body) => {
      const event = JSON.parse(body.toString()) as SqsEvent;
      events.push(event);
      const answer = await consume(event);
      response.writeHead(answer === undefined ? 500 : 200).end(JSON.stringify(answer ?? null));
    });
  });
  const { add, lines } = await startTestHost();
  const pool = add("queue-consumer.handler", { environment: { COLLECTOR_URL: collectorUrl }, ...spec });
  const map = (changes: Partial<EventSourceMappingOptions> = {}): EventSourceMapping => {
    const mapping = startEventSourceMapping({
      queueUrl,
      queueArn,
      sqsEndpoint: sqs.address,
      batchSize: 10,
      reportBatchItemFailures: true,
      enabled: true,
      pool,
      credentials: { accessKeyId: "local", secretAccessKey: "local" },
      onLogLine: (name, line) => lines.push(`${name}: ${line}`),
      ...changes,
    });
    closeAfterTest(() => mapping.close());
    return mapping;
  };
  const send = (...bodies: string[]): void => bodies.forEach((body) => sqs.sendMessage("jobs", body));
  const bodiesIn = (queue: string): string[] => {
    const { ready = [], delayed = [], inflight = [] } = sqs.inspectQueue(queue)?.messages ?? {};
    return [...ready, ...delayed, ...inflight.map(({ message }) => message)].map(({ body }) => body);
  };
  return { sqs, pool, lines, events, map, send, bodiesIn };
}

describe("messages", () => {
  test("messages reach the function in batches and are deleted after it has returned", async () => {
    const { map, send, events, bodiesIn } = await startMappings(() => ({ batchItemFailures: [] }));
    send("one", "two", "three");
    const mapping = map({ batchSize: 2 });
    await until(() => mapping.stats().succeeded === 3);
    expect(events.map(({ Records }) => Records.length)).toEqual([2, 1]);
    expect(events.flatMap(({ Records }) => Records.map(({ body }) => body)).sort()).toEqual(["one", "three", "two"]);
    expect(events[0]?.Records[0]).toMatchObject({
      messageId: expect.any(String),
      attributes: { ApproximateReceiveCount: "1", SentTimestamp: expect.stringMatching(/^\d{13}$/) },
      eventSource: "aws:sqs",
      awsRegion: "us-east-1",
    });
    expect(bodiesIn("jobs")).toEqual([]);
    expect(mapping.stats()).toEqual({ received: 3, succeeded: 3, failed: 0, throttled: 0, running: 0 });
  });

  test("a message that arrives during a poll is received by that poll", async () => {
    const { map, send, events } = await startMappings(() => null);
    const mapping = map();
    send("late");
    await until(() => mapping.stats().succeeded === 1);
    expect(events).toHaveLength(1);
  });

  test("messages stay in the queue while the mapping is disabled, and reach the function when it is enabled again", async () => {
    const { map, send, bodiesIn } = await startMappings(() => null);
    const mapping = map();
    await mapping.setEnabled(false);
    send("waiting");
    expect([mapping.enabled, bodiesIn("jobs"), mapping.stats().received]).toEqual([false, ["waiting"], 0]);
    await mapping.setEnabled(true);
    await until(() => mapping.stats().succeeded === 1);
    expect([mapping.enabled, bodiesIn("jobs")]).toEqual([true, []]);
  });

  test("messages are collected into one batch during the batching window", async () => {
    const { map, send, events } = await startMappings(() => null);
    send("one");
    const mapping = map({ batchSize: 2, batchingWindowSeconds: 20 });
    send("two");
    await until(() => mapping.stats().succeeded === 2);
    expect(events).toHaveLength(1);
  });

  test("only the message that the function reports as failed is delivered again and then moves to the dead-letter queue", async () => {
    const consume: Consumer = ({ Records }) => ({
      batchItemFailures: Records.filter(({ body }) => body === "bad").map((r) => ({ itemIdentifier: r.messageId })),
    });
    const { map, send, bodiesIn, events } = await startMappings(consume, { visibilityTimeoutSeconds: 1 });
    send("good", "bad");
    const mapping = map();
    await until(() => bodiesIn("dead").length > 0);
    expect(bodiesIn("dead")).toEqual(["bad"]);
    expect(bodiesIn("jobs")).toEqual([]);
    const seen = events.flatMap(({ Records }) => Records.map(({ body }) => body));
    expect(seen.filter((body) => body === "good")).toHaveLength(1);
    expect(seen.filter((body) => body === "bad")).toHaveLength(2);
    expect(mapping.stats()).toMatchObject({ succeeded: 1, failed: 2 });
  });

  test("messages stay in the queue when the function fails", async () => {
    const { map, send, bodiesIn } = await startMappings(() => undefined);
    send("one");
    const mapping = map({ reportBatchItemFailures: false });
    await until(() => mapping.stats().failed === 1);
    expect(bodiesIn("jobs")).toEqual(["one"]);
  });

  test("all messages are processed after any response of a function that does not report failures", async () => {
    const { map, send, bodiesIn } = await startMappings(() => "whatever");
    send("one");
    const mapping = map({ reportBatchItemFailures: false });
    await until(() => mapping.stats().succeeded === 1);
    expect(bodiesIn("jobs")).toEqual([]);
  });
});

describe("concurrency of a mapping", () => {
  test("a mapping runs no more invocations than its maximum, and leaves the other messages in the queue", async () => {
    const gate = Promise.withResolvers<null>();
    const { map, send, events, sqs } = await startMappings(() => gate.promise, { maxConcurrency: 5 });
    send("one", "two", "three", "four");
    const mapping = map({ batchSize: 1, maximumConcurrency: 2 });
    await until(() => events.length === 2);
    expect(mapping.stats()).toMatchObject({ received: 2, running: 2 });
    expect(sqs.inspectQueue("jobs")?.messages.inflight).toHaveLength(2);
    gate.resolve(null);
    await until(() => mapping.stats().succeeded === 4);
  });

  test("a mapping receives no message while all processes of the function are busy", async () => {
    const gate = Promise.withResolvers<null>();
    const { map, send, events, pool } = await startMappings(() => gate.promise);
    send("one", "two");
    const mapping = map({ batchSize: 1 });
    await until(() => events.length === 1);
    expect(mapping.stats().received).toBe(1);
    gate.resolve(null);
    await until(() => mapping.stats().succeeded === 2);
    expect(pool.stats().throttles).toBe(0);
  });
});

describe("mappings", () => {
  test("a disabled mapping receives nothing", async () => {
    const { map, send, bodiesIn } = await startMappings(() => null);
    send("one");
    const mapping = map({ enabled: false });
    await mapping.close();
    expect(mapping.stats().received).toBe(0);
    expect(bodiesIn("jobs")).toEqual(["one"]);
  });

  test("a mapping retries until its queue exists again", async () => {
    const { map, send, sqs, lines } = await startMappings(() => null);
    sqs.deleteQueue("jobs");
    const mapping = map();
    await until(() => lines.some((line) => line.includes("The queue could not be read. Retrying")));
    sqs.createQueue("jobs");
    send("one");
    await until(() => mapping.stats().succeeded === 1);
  });

  test("a mapping leaves its messages in the queue after the processes of the function are stopped", async () => {
    const { map, send, pool, bodiesIn } = await startMappings(() => null);
    const mapping = map();
    await pool.close();
    send("one");
    await mapping.close();
    expect(mapping.stats().succeeded).toBe(0);
    expect(bodiesIn("jobs")).toEqual(["one"]);
  });

  test("a closed mapping ends its long poll and lets running invocations end", async () => {
    const gate = Promise.withResolvers<null>();
    const { map, send, events, bodiesIn } = await startMappings(() => gate.promise);
    send("one");
    const mapping = map();
    await until(() => events.length === 1);
    const closed = mapping.close();
    gate.resolve(null);
    await closed;
    expect(mapping.stats()).toMatchObject({ succeeded: 1, running: 0 });
    expect(bodiesIn("jobs")).toEqual([]);
  });
});
