import { readdir } from "node:fs/promises";
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from "@aws-sdk/client-eventbridge";
import { describe, expect, jest, test } from "@jest/globals";
import { type EventBusOptions, startEventBus } from "../../../src/services/event-bus.js";
import type { Rule } from "../../../src/services/event-bus/rule.js";
import { cleanups, credentials, region, temporaryFolder } from "../fixtures.js";

const atEnd = cleanups();
const target = { id: "t", arn: "arn:target" };
const completed: Rule = {
  name: "completed",
  busName: "images",
  eventPattern: { "detail-type": ["Render Completed"] },
  targets: [target],
};
const entry: PutEventsRequestEntry = {
  EventBusName: "images",
  Source: "images",
  DetailType: "Render Completed",
  Detail: '{"id":"r1"}',
};

async function start(options: Partial<EventBusOptions> = {}) {
  const delivered: [arn: string, input: unknown][] = [];
  const lines: string[] = [];
  const service = await startEventBus({
    deliver: async (arn, input) => void delivered.push([arn, input]),
    onLine: (line) => lines.push(line),
    retryDelaysMs: [1],
    ...options,
  });
  atEnd(() => service.close());
  service.ensureBus("images");
  const client = new EventBridgeClient({ endpoint: service.endpoint, region, credentials, maxAttempts: 1 });
  atEnd(() => client.destroy());
  const put = (...Entries: PutEventsRequestEntry[]) => client.send(new PutEventsCommand({ Entries }));
  return { service, put, delivered, lines };
}

describe("putting events", () => {
  test("EventBridge sends an event with its envelope to the targets of the matching rules", async () => {
    const { service, put, delivered } = await start();
    service.putRule(completed);
    service.putRule({ ...completed, name: "failed", eventPattern: { "detail-type": ["Render Failed"] } });
    const Time = new Date("2026-01-01T12:00:00Z");
    const { Entries, FailedEntryCount } = await put({ ...entry, Resources: ["arn:r"], Time });
    await service.settled();
    expect(FailedEntryCount).toBe(0);
    expect(delivered).toEqual([
      [
        "arn:target",
        {
          version: "0",
          id: Entries?.[0]?.EventId,
          "detail-type": "Render Completed",
          source: "images",
          account: "000000000000",
          time: "2026-01-01T12:00:00Z",
          region: "us-east-1",
          resources: ["arn:r"],
          detail: { id: "r1" },
        },
      ],
    ]);
  });

  test("a rule gets only the events of its own bus, and none while it is disabled", async () => {
    const { service, put, delivered } = await start();
    service.putRule({ ...completed, busName: "default" });
    service.putRule({ ...completed, state: "DISABLED" });
    await put(entry);
    service.putRule(completed);
    await put({ ...entry, EventBusName: "arn:aws:events:us-east-1:000000000000:event-bus/images" });
    await service.settled();
    expect(delivered).toHaveLength(1);
  });

  test("PutEvents fails only the invalid entries and delivers the others", async () => {
    const { service, put, delivered } = await start();
    service.putRule(completed);
    const { Entries, FailedEntryCount } = await put(
      { ...entry, Detail: "{" },
      { ...entry, Detail: "[]" },
      { ...entry, Source: undefined },
      { ...entry, Source: "aws.s3" },
      { ...entry, EventBusName: "nowhere" },
      entry,
    );
    await service.settled();
    expect(FailedEntryCount).toBe(5);
    expect(Entries?.map(({ ErrorCode }) => ErrorCode)).toEqual([
      "MalformedDetail",
      "MalformedDetail",
      "InvalidArgument",
      "NotAuthorizedForSourceException",
      "ResourceNotFoundException",
      undefined,
    ]);
    expect(delivered).toHaveLength(1);
  });

  test("PutEvents rejects a request with more than ten entries or too many bytes", async () => {
    const { put } = await start();
    await expect(put(...Array.from({ length: 11 }, () => entry))).rejects.toMatchObject({
      name: "ValidationException",
    });
    const big = { ...entry, Detail: JSON.stringify({ text: "x".repeat(256 * 1024) }) };
    await expect(put(big)).rejects.toMatchObject({ name: "ValidationException" });
  });

  test("services in the same process can put events of AWS sources", async () => {
    const { service, delivered } = await start();
    service.putRule({ ...completed, busName: "default", eventPattern: { source: ["aws.s3"] } });
    service.putEvents([{ source: "aws.s3", detailType: "Object Created", detail: { object: { key: "x" } } }]);
    await service.settled();
    expect(delivered).toEqual([[target.arn, expect.objectContaining({ source: "aws.s3" })]]);
  });
});

describe("the message group of a queue", () => {
  const put = async (messageGroupId: string, detail: Readonly<Record<string, unknown>>) => {
    const groups: (string | undefined)[] = [];
    const { service } = await start({
      deliver: async (_arn, _input, { messageGroupId }) => void groups.push(messageGroupId),
    });
    service.putRule({ ...completed, targets: [{ ...target, messageGroupId }] });
    service.putEvents([{ busName: "images", source: "images", detailType: "Render Completed", detail }]);
    await service.settled();
    return groups;
  };

  test("a message group is text, and a path into the event is not evaluated", async () => {
    expect(await put("all", { owner: "o1" })).toEqual(["all"]);
    expect(await put("$.detail.owner", { owner: "o1" })).toEqual(["$.detail.owner"]);
  });
});

test("recent returns the events with their bus and time, including those without a rule", async () => {
  const { service, put } = await start();
  await put(entry);
  const expected = { busName: "images", event: { source: "images", detail: { id: "r1" } } };
  expect(service.recent()).toMatchObject([expected]);
  expect(service.recent()[0]?.atMs).toBeGreaterThan(0);
});

describe("delivery", () => {
  test("EventBridge retries a delivery until the target accepts the event", async () => {
    let attempts = 0;
    const { service, put, lines } = await start({
      deliver: async () => {
        if (++attempts < 3) throw new Error("busy");
      },
    });
    service.putRule(completed);
    await put(entry);
    await service.settled();
    expect(attempts).toBe(3);
    expect(lines).toHaveLength(2);
  });

  test("EventBridge sends an event to the dead-letter queue once when the target never accepts it, and says why", async () => {
    const delivered: [string, unknown][] = [];
    const { service, put } = await start({
      deliver: async (arn, _input, { attributes }) => {
        delivered.push([arn, attributes]);
        if (arn === target.arn) throw new Error("broken");
      },
    });
    service.putRule({ ...completed, targets: [{ ...target, maxAttempts: 2, deadLetterArn: "arn:dead" }] });
    await put(entry);
    await service.settled();
    const reason = {
      RULE_ARN: expect.stringMatching(new RegExp(`^arn:aws:events:.*/${completed.name}$`)),
      TARGET_ARN: target.arn,
      ERROR_MESSAGE: "Error: broken",
      RETRY_ATTEMPTS: "1",
    };
    expect(delivered).toEqual([
      [target.arn, undefined],
      [target.arn, undefined],
      ["arn:dead", expect.objectContaining(reason)],
    ]);
  });

  test("a failing target does not delay other targets", async () => {
    const { service, put, delivered } = await start({
      retryDelaysMs: [60_000],
      deliver: async (arn, input) => {
        if (arn === target.arn) throw new Error("broken");
        delivered.push([arn, input]);
      },
    });
    service.putRule({ ...completed, targets: [target, { id: "u", arn: "arn:other" }] });
    await put(entry);
    expect(delivered).toEqual([["arn:other", expect.objectContaining({ source: "images" })]]);
    // Closing does not wait for the next attempt in one minute.
    await service.close();
  });

  test("EventBridge delivers accepted events after a restart", async () => {
    const dataDir = await temporaryFolder(atEnd);
    const before = await start({
      dataDir,
      retryDelaysMs: [60_000],
      deliver: async () => {
        throw new Error("not reachable");
      },
    });
    before.service.putRule(completed);
    await before.put(entry);
    await before.service.close();
    expect(await readdir(dataDir)).toHaveLength(1);

    const after = await start({ dataDir });
    expect(after.delivered).toEqual([]);
    after.service.resume();
    await after.service.settled();
    expect(after.delivered).toEqual([[target.arn, expect.objectContaining({ detail: { id: "r1" } })]]);
    expect(await readdir(dataDir)).toEqual([]);
  });
});

describe("rules", () => {
  test.each<[string, Partial<Rule>, string]>([
    ["an invalid pattern", { eventPattern: { source: "x" } }, "Event pattern is not valid"],
    ["an invalid schedule", { busName: "default", scheduleExpression: "hourly" }, "schedule expression"],
    ["a schedule on another bus", { scheduleExpression: "rate(1 hour)" }, "only on the default event bus"],
    ["an unknown bus", { busName: "nowhere" }, "nowhere does not exist"],
  ])("putRule rejects a rule with %s", async (_, change, message) => {
    const { service } = await start();
    expect(() => service.putRule({ ...completed, ...change })).toThrow(message);
  });

  test("a scheduled rule sends events at its times until it is replaced", async () => {
    const { service, delivered } = await start();
    jest.useFakeTimers({ now: Date.parse("2026-01-01T00:00:30Z"), doNotFake: ["nextTick", "queueMicrotask"] });
    atEnd(() => jest.useRealTimers());
    const scheduled: Rule = {
      name: "sweep",
      busName: "default",
      scheduleExpression: "rate(5 minutes)",
      targets: [target],
    };
    service.putRule(scheduled);
    await jest.advanceTimersByTimeAsync(5 * 60_000);
    expect(delivered).toEqual([
      [
        target.arn,
        expect.objectContaining({
          source: "aws.events",
          "detail-type": "Scheduled Event",
          time: "2026-01-01T00:05:30Z",
          resources: ["arn:aws:events:us-east-1:000000000000:rule/sweep"],
        }),
      ],
    ]);
    service.putRule({ ...scheduled, scheduleExpression: "cron(0 0 1 12 ? *)" });
    // The next December 1 is further away than the longest possible timer.
    await jest.advanceTimersByTimeAsync(Date.parse("2026-11-30T23:59:59Z") - Date.now());
    expect(delivered).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(delivered).toHaveLength(2);
  });
});
