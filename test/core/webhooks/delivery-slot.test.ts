import { describe, expect, test } from "@jest/globals";
import { createSlotTaker } from "../../../core/access/slots.js";
import { workspaceDeliveries } from "../../../core/deployment/webhook-concurrency.js";
import { deliverAgain, deliverOccurrence } from "../../../core/webhooks/deliver.js";
import { type Delivery, FIRST_ROUND } from "../../../core/webhooks/delivery.js";
import { webhookMessageSchema } from "../../../core/webhooks/occurrence-of.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { OTHER_WORKSPACE, silentLog } from "../../support/render-fixture.js";
import { createWebhookFixture, OCCURRENCE } from "../../support/webhook-fixture.js";

const FIRST = { occurrence: OCCURRENCE, round: FIRST_ROUND };
const MINUTE = 60_000;

type Fixture = ReturnType<typeof createWebhookFixture>;
const stored = (fixture: Fixture): Delivery[] => [...fixture.memory.state.deliveries.values()];

describe("a workspace without a free slot", () => {
  test("without a free slot, an event waits as a copy of its message, which is not an attempt, until a slot is free", async () => {
    const fixture = createWebhookFixture();
    fixture.slots.free = 0;
    await deliverOccurrence(fixture, FIRST);
    expect([fixture.requests, stored(fixture), fixture.marked]).toEqual([[], [], []]);
    expect(fixture.occurrences).toEqual([{ ...FIRST, deferrals: 1 }]);

    fixture.slots.free = 1;
    const [copy] = fixture.occurrences;
    await deliverOccurrence(fixture, webhookMessageSchema.parse(JSON.parse(JSON.stringify(copy))));
    expect(stored(fixture)).toMatchObject([{ status: "delivered", tries: 1, round: FIRST_ROUND }]);
    expect(fixture.slots.free).toBe(1);
  });

  test("the copies wait twice as long each time, up to the 15 minutes of SQS, and half of each wait is random", async () => {
    const fixture = createWebhookFixture();
    fixture.slots.free = 0;
    const delaysWith = async (random: number) => {
      fixture.occurrenceDelays.length = 0;
      for (const deferrals of [0, 1, 2, 5, 8, 9, 60]) {
        await deliverOccurrence({ ...fixture, random: () => random }, { ...FIRST, deferrals });
      }
      return fixture.occurrenceDelays.map((ms) => ms / 1000);
    };
    expect(await delaysWith(1)).toEqual([2, 4, 8, 64, 512, 900, 900]);
    expect(await delaysWith(0)).toEqual([1, 2, 4, 32, 256, 450, 450]);
  });

  test("a later attempt keeps its place in the schedule, and the sweeper does not replace its message meanwhile", async () => {
    const fixture = createWebhookFixture();
    fixture.receiver.reply = 500;
    await deliverOccurrence(fixture, FIRST);
    const [{ message } = { message: undefined }] = fixture.sent.splice(0);
    if (message === undefined) throw new Error("There is no message.");
    fixture.clock.nowMs += 5_000;
    fixture.slots.free = 0;
    await deliverAgain(fixture, { ...message, deferrals: 8 });
    expect(fixture.sent).toEqual([{ message: { ...message, deferrals: 9 }, delayMs: 256_000 }]);
    expect(stored(fixture)).toMatchObject([{ status: "pending", tries: 1 }]);
    expect([...fixture.memory.state.due.values()]).toEqual([fixture.clock.nowMs + 256_000 + 5 * MINUTE]);

    fixture.slots.free = 1;
    fixture.receiver.reply = 204;
    for (const { message: copy } of fixture.sent) await deliverAgain(fixture, copy);
    expect(stored(fixture)).toMatchObject([{ status: "delivered", tries: 2 }]);
  });

  test("an event without any target takes no slot, so that it never waits", async () => {
    const fixture = createWebhookFixture();
    fixture.slots.free = 0;
    fixture.subject.current = { webhookUrl: undefined, data: {} };
    await deliverOccurrence(fixture, FIRST);
    expect(fixture.occurrences).toEqual([]);
  });

  test("a slot is free again after a delivery that could not be recorded", async () => {
    const fixture = createWebhookFixture();
    fixture.slots.free = 1;
    const record = () => Promise.reject(new Error("The table is down."));
    const failing = { ...fixture, deliveries: { ...fixture.deliveries, record } };
    await expect(deliverOccurrence(failing, FIRST)).rejects.toThrow("down");
    expect(fixture.slots.free).toBe(1);
  });
});

test("of 100 slow deliveries of one workspace, 25 run at the same time, and they do not delay another workspace", async () => {
  const fixture = createWebhookFixture();
  const take = createSlotTaker({
    store: createInMemoryLimits(),
    name: "webhooks",
    now: fixture.now,
    newToken: (() => {
      let token = 0;
      return () => `t${(token += 1)}`;
    })(),
  });
  const terms = { slots: workspaceDeliveries(10), holdMs: 25_000 };
  const answer = Promise.withResolvers<undefined>();
  const called: string[] = [];
  const slow = {
    ...fixture,
    takeSlot: (workspaceId: string) => take(workspaceId, terms, silentLog),
    fetcher: {
      fetch: async (url: string, request: Parameters<typeof fixture.fetcher.fetch>[1]) => {
        called.push(String(request?.headers?.["webhook-id"]));
        if (!String(request?.headers?.["webhook-id"]).startsWith("other")) await answer.promise;
        return await fixture.fetcher.fetch(url, request);
      },
    },
  };
  const eventOf = (index: number) => ({ ...FIRST, occurrence: { ...OCCURRENCE, eventId: `slow-${index}` } });
  const running = Array.from({ length: 100 }, (_, index) => deliverOccurrence(slow, eventOf(index)));
  const other = { ...FIRST, occurrence: { ...OCCURRENCE, eventId: "other", workspaceId: OTHER_WORKSPACE } };
  await deliverOccurrence(slow, other);
  expect(called.filter((id) => id.startsWith("slow"))).toHaveLength(25);
  expect(stored(fixture)).toMatchObject([{ occurrence: { eventId: "other" }, status: "delivered" }]);
  answer.resolve(undefined);
  await Promise.all(running);
  // Nothing is lost: what was not delivered waits in the queue.
  const waiting = fixture.occurrences.map(({ occurrence }) => occurrence.eventId);
  expect(new Set([...called, ...waiting]).size).toBe(101);
  expect(waiting).toHaveLength(75);
});
