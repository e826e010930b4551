import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { type FauxqsServer, startFauxqs } from "fauxqs";
import {
  type EventSourceMapping,
  type EventSourceMappingOptions,
  startEventSourceMapping,
} from "../../src/functions/event-source-mapping.js";
import { type FunctionPool, type FunctionSpec } from "../../src/functions/function-host.js";
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
/** What the function is to return; undefined lets it throw. */
type Consumer = (event: SqsEvent) => unknown;

interface World {
  readonly sqs: FauxqsServer;
  readonly pool: FunctionPool;
  readonly lines: string[];
  /** Batches that the function has seen. */
  readonly events: SqsEvent[];
  readonly map: (changes?: Partial<EventSourceMappingOptions>) => EventSourceMapping;
  readonly send: (...bodies: string[]) => void;
  /** Bodies of what is in a queue, in flight included. */
  readonly bodiesIn: (queue: string) => string[];
}

/** A queue `jobs` with the dead-letter queue `dead` after two receives, and a function that does what `consume` says. */
async function startWorld(
  consume: Consumer,
  { visibilityTimeoutSeconds = 300, ...spec }: Partial<FunctionSpec> & { visibilityTimeoutSeconds?: number } = {},
): Promise<World> {
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

describe("a queue's messages", () => {
  test("reach the function in batches and are deleted when it is done", async () => {
    const { map, send, events, bodiesIn } = await startWorld(() => ({ batchItemFailures: [] }));
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

  test("that arrive while it polls are seen without another look", async () => {
    const { map, send, events } = await startWorld(() => null);
    const mapping = map();
    send("late");
    await until(() => mapping.stats().succeeded === 1);
    expect(events).toHaveLength(1);
  });

  test("are gathered into one batch during the batching window", async () => {
    const { map, send, events } = await startWorld(() => null);
    send("one");
    const mapping = map({ batchSize: 2, batchingWindowSeconds: 20 });
    send("two");
    await until(() => mapping.stats().succeeded === 2);
    expect(events).toHaveLength(1);
  });

  test("that the function reports as failed come again and end in the dead-letter queue, without the others", async () => {
    const consume: Consumer = ({ Records }) => ({
      batchItemFailures: Records.filter(({ body }) => body === "bad").map((r) => ({ itemIdentifier: r.messageId })),
    });
    const { map, send, bodiesIn, events } = await startWorld(consume, { visibilityTimeoutSeconds: 1 });
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

  test("stay in the queue when the function fails", async () => {
    const { map, send, bodiesIn } = await startWorld(() => undefined);
    send("one");
    const mapping = map({ reportBatchItemFailures: false });
    await until(() => mapping.stats().failed === 1);
    expect(bodiesIn("jobs")).toEqual(["one"]);
  });

  test("are all done after any answer of a function that does not report failures", async () => {
    const { map, send, bodiesIn } = await startWorld(() => "whatever");
    send("one");
    const mapping = map({ reportBatchItemFailures: false });
    await until(() => mapping.stats().succeeded === 1);
    expect(bodiesIn("jobs")).toEqual([]);
  });
});

describe("concurrency", () => {
  test("is bounded by the mapping's maximum, and the rest of the queue is left alone meanwhile", async () => {
    const gate = Promise.withResolvers<null>();
    const { map, send, events, sqs } = await startWorld(() => gate.promise, { maxConcurrency: 5 });
    send("one", "two", "three", "four");
    const mapping = map({ batchSize: 1, maximumConcurrency: 2 });
    await until(() => events.length === 2);
    expect(mapping.stats()).toMatchObject({ received: 2, running: 2 });
    expect(sqs.inspectQueue("jobs")?.messages.inflight).toHaveLength(2);
    gate.resolve(null);
    await until(() => mapping.stats().succeeded === 4);
  });

  test("is bounded by the function's processes: nothing is received that could not run", async () => {
    const gate = Promise.withResolvers<null>();
    const { map, send, events, pool } = await startWorld(() => gate.promise);
    send("one", "two");
    const mapping = map({ batchSize: 1 });
    await until(() => events.length === 1);
    expect(mapping.stats().received).toBe(1);
    gate.resolve(null);
    await until(() => mapping.stats().succeeded === 2);
    expect(pool.stats().throttles).toBe(0);
  });
});

describe("a mapping", () => {
  test("that is disabled receives nothing", async () => {
    const { map, send, bodiesIn } = await startWorld(() => null);
    send("one");
    const mapping = map({ enabled: false });
    await mapping.close();
    expect(mapping.stats().received).toBe(0);
    expect(bodiesIn("jobs")).toEqual(["one"]);
  });

  test("sits out an outage of its queue", async () => {
    const { map, send, sqs, lines } = await startWorld(() => null);
    sqs.deleteQueue("jobs");
    const mapping = map();
    await until(() => lines.some((line) => line.includes("The queue could not be read, trying again")));
    sqs.createQueue("jobs");
    send("one");
    await until(() => mapping.stats().succeeded === 1);
  });

  test("leaves its messages in the queue once the function's processes are stopped", async () => {
    const { map, send, pool, bodiesIn } = await startWorld(() => null);
    const mapping = map();
    await pool.close();
    send("one");
    await mapping.close();
    expect(mapping.stats().succeeded).toBe(0);
    expect(bodiesIn("jobs")).toEqual(["one"]);
  });

  test("that is closed ends its long poll and lets running invocations end", async () => {
    const gate = Promise.withResolvers<null>();
    const { map, send, events, bodiesIn } = await startWorld(() => gate.promise);
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
