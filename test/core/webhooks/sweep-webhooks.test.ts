import { describe, expect, test } from "@jest/globals";
import { deliverAgain, deliverOccurrence } from "../../../core/webhooks/deliver.js";
import { FIRST_ROUND } from "../../../core/webhooks/delivery.js";
import { createEndpoint } from "../../../core/webhooks/endpoints.js";
import { sweepWebhooks } from "../../../core/webhooks/sweep-webhooks.js";
import { START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { createWebhookFixture, ENDPOINT, OCCURRENCE } from "../../support/webhook-fixture.js";

const FIRST = { occurrence: OCCURRENCE, round: FIRST_ROUND };
const MINUTE = 60_000;

function createSweepFixture() {
  const fixture = createWebhookFixture();
  return { ...fixture, webhookQueue: fixture.queue };
}

describe("the sweeper", () => {
  test("an attempt that is due in an hour is enqueued when its time has come, and not before", async () => {
    const fixture = createSweepFixture();
    fixture.receiver.reply = { status: 503, headers: { "retry-after": "3600" } };
    await deliverOccurrence(fixture, FIRST);
    fixture.clock.nowMs = START_MS + 59 * MINUTE;
    expect(await sweepWebhooks(fixture)).toBe(0);
    fixture.clock.nowMs = START_MS + 60 * MINUTE;
    expect(await sweepWebhooks(fixture)).toBe(1);
    fixture.receiver.reply = 204;
    for (const { message } of fixture.sent) await deliverAgain(fixture, message);
    expect(fixture.requests).toHaveLength(2);
    fixture.clock.nowMs += 24 * 60 * MINUTE;
    expect(await sweepWebhooks(fixture)).toBe(0);
  });

  test("an attempt whose message was never sent is enqueued five minutes after its time", async () => {
    const fixture = createSweepFixture();
    fixture.receiver.reply = 500;
    const dying = {
      ...fixture,
      queue: { ...fixture.queue, sendAttempt: () => Promise.reject(new Error("The function was killed.")) },
    };
    await expect(deliverOccurrence(dying, FIRST)).rejects.toThrow("killed");
    // The message of the event is delivered again, and finds a recorded attempt.
    await deliverOccurrence(fixture, FIRST);
    expect([fixture.requests.length, fixture.sent]).toEqual([1, []]);
    fixture.clock.nowMs = START_MS + 5 * MINUTE + 5_000;
    expect(await sweepWebhooks(fixture)).toBe(1);
    expect(fixture.sent[0]?.message.tries).toBe(1);
    // It is checked again, in case this message is lost too.
    expect(await sweepWebhooks(fixture)).toBe(0);
    fixture.clock.nowMs += 5 * MINUTE;
    expect(await sweepWebhooks(fixture)).toBe(1);
  });

  test("the event about an endpoint that was switched off is published once, and again only if publishing failed", async () => {
    const fixture = createSweepFixture();
    const made = { ...fixture, newId: () => ENDPOINT };
    const { endpoint } = await createEndpoint(made, WORKSPACE, {
      url: "https://all.example.com/path?key=private",
      events: ["render.completed"],
    });
    await fixture.health.markFailing(endpoint, START_MS);
    const failing = fixture.memory.state.endpoints.get(ENDPOINT);
    if (failing !== undefined) await fixture.health.switchOff(failing, "It has failed.", START_MS + 1);
    fixture.clock.nowMs += MINUTE;
    const broken = { ...fixture, events: { publish: () => Promise.reject(new Error("No bus.")) } };
    await sweepWebhooks(broken);
    await sweepWebhooks(fixture);
    await sweepWebhooks(fixture);
    expect(fixture.published).toEqual([
      {
        eventId: `${ENDPOINT}.disabled.${START_MS + 1}`,
        type: "webhook.endpoint.disabled",
        endpointId: ENDPOINT,
        workspaceId: WORKSPACE,
        host: "all.example.com",
        reason: "It has failed.",
        timestamp: "2026-11-01T12:00:00.001Z",
      },
    ]);
  });

  test("a delivery that cannot be continued does not take the only place of the next run", async () => {
    const fixture = createSweepFixture();
    fixture.receiver.reply = { status: 503, headers: { "retry-after": "3600" } };
    const broken = { ...OCCURRENCE, eventId: "broken.done" };
    await deliverOccurrence(fixture, { ...FIRST, occurrence: broken });
    fixture.clock.nowMs += 1;
    await deliverOccurrence(fixture, FIRST);
    const limits = new Set<number>();
    const dueWebhooks: typeof fixture.dueWebhooks = {
      ...fixture.dueWebhooks,
      listDue: async (shard, nowMs, limit) => {
        limits.add(limit);
        return fixture.dueWebhooks.listDue(shard, nowMs, 1);
      },
    };
    const webhookQueue: typeof fixture.webhookQueue = {
      ...fixture.webhookQueue,
      sendAttempt: async (message, delayMs) =>
        message.occurrence.eventId === broken.eventId
          ? Promise.reject(new Error("down"))
          : fixture.webhookQueue.sendAttempt(message, delayMs),
    };
    const sweep = async () => sweepWebhooks({ ...fixture, dueWebhooks, webhookQueue });
    fixture.clock.nowMs = START_MS + 61 * MINUTE;
    expect(await sweep()).toBe(0);
    fixture.clock.nowMs += MINUTE;
    expect(await sweep()).toBe(1);
    expect(fixture.sent.map(({ message }) => message.occurrence.eventId)).toEqual([OCCURRENCE.eventId]);
    // Two minutes after its failure, the broken one is tried again.
    fixture.clock.nowMs += MINUTE;
    expect(await fixture.dueWebhooks.listDue(0, fixture.clock.nowMs, 9)).toHaveLength(1);
    expect([...limits]).toEqual([250]);
  });

  test("a corrupt item is taken out of the index with an error line, and the others of its shard are handled", async () => {
    const fixture = createSweepFixture();
    fixture.receiver.reply = { status: 503, headers: { "retry-after": "3600" } };
    await deliverOccurrence(fixture, FIRST);
    fixture.clock.nowMs = START_MS + 60 * MINUTE;
    const key = { id: "render#1", item: "1.done#request" };
    const setAside: unknown[] = [];
    const errors: unknown[] = [];
    const dueWebhooks: typeof fixture.dueWebhooks = {
      ...fixture.dueWebhooks,
      listDue: async (shard, ...more) => [
        ...(shard === 0 ? [{ kind: "corrupt" as const, key, error: new Error("status: invalid") }] : []),
        ...(await fixture.dueWebhooks.listDue(shard, ...more)),
      ],
      setAside: async (corrupt) => void setAside.push(corrupt),
    };
    const log = { ...fixture.log, error: (_text: string, fields: unknown) => void errors.push(fields) };
    expect(await sweepWebhooks({ ...fixture, dueWebhooks, log })).toBe(1);
    expect(setAside).toEqual([key]);
    expect(errors).toEqual([expect.objectContaining(key)]);
  });
});
