import { describe, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { deliverAgain, deliverOccurrence } from "../../../core/webhooks/deliver.js";
import { FIRST_ROUND, type Delivery } from "../../../core/webhooks/delivery.js";
import { createEndpoint } from "../../../core/webhooks/endpoints.js";
import { getWebhookSecret } from "../../../core/webhooks/secrets.js";
import { JOB, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { createWebhookFixture, ENDPOINT, HOOK, OCCURRENCE } from "../../support/webhook-fixture.js";

const FIRST = { occurrence: OCCURRENCE, round: FIRST_ROUND };
const HOUR = 3_600_000;

type Fixture = ReturnType<typeof createWebhookFixture>;

const stored = (fixture: Fixture): Delivery[] => [...fixture.memory.state.deliveries.values()];

/** Delivers the messages that the fixture sent, one after the other, at their times. */
async function runQueue(fixture: Fixture): Promise<void> {
  for (let next = fixture.sent.shift(); next !== undefined; next = fixture.sent.shift()) {
    fixture.clock.nowMs += next.delayMs;
    await deliverAgain(fixture, next.message);
  }
}

/** Makes every attempt of the schedule. An attempt without a message is made at the due time of the delivery. */
async function runAll(fixture: Fixture): Promise<void> {
  for (;;) {
    await runQueue(fixture);
    const [delivery] = stored(fixture);
    if (delivery?.nextAttemptAtMs === undefined) return;
    fixture.clock.nowMs = delivery.nextAttemptAtMs;
    const { occurrence, target, round, tries } = delivery;
    await deliverAgain(fixture, { occurrence, target, round, tries });
  }
}

async function addEndpoint(fixture: Fixture, failingSinceMs?: number): Promise<string> {
  const made = { ...fixture, newId: () => ENDPOINT };
  const { endpoint, secret } = await createEndpoint(made, WORKSPACE, {
    url: "https://all.example.com/",
    events: ["render.completed"],
  });
  if (failingSinceMs !== undefined) await fixture.health.markFailing(endpoint, failingSinceMs);
  return secret;
}

describe("the first attempt", () => {
  test("a delivery is signed as Standard Webhooks specifies, with the event's ID and the secret of the workspace", async () => {
    const fixture = createWebhookFixture();
    fixture.clock.nowMs = Date.now();
    await deliverOccurrence(fixture, FIRST);
    const { secret } = await getWebhookSecret(fixture, WORKSPACE);
    const [{ url, headers, body } = { url: "", headers: {}, body: "" }] = fixture.requests;
    expect(url).toBe(HOOK);
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      eventId: `${JOB}.done`,
      event: "render.completed",
      type: "render.completed",
      timestamp: "2026-11-01T12:00:00.000Z",
      data: { id: JOB },
    });
    expect(headers["webhook-id"]).toBe(`${JOB}.done`);
  });

  test("a success is recorded once with its response, and shown on the job", async () => {
    const fixture = createWebhookFixture();
    await deliverOccurrence(fixture, FIRST);
    expect(stored(fixture)).toMatchObject([
      { target: "request", status: "delivered", tries: 1, attempts: [{ status: 204, response: "seen" }] },
    ]);
    expect([fixture.marked, fixture.sent]).toEqual([["delivered 0"], []]);
  });

  test("an event that arrives again is not sent to a target that has received it", async () => {
    const fixture = createWebhookFixture();
    await deliverOccurrence(fixture, FIRST);
    await addEndpoint(fixture);
    await deliverOccurrence(fixture, FIRST);
    await deliverOccurrence(fixture, FIRST);
    expect(fixture.requests.map(({ url }) => url)).toEqual([HOOK, "https://all.example.com/"]);
  });

  test("if a function dies between sending and recording, the event is sent again with the same ID", async () => {
    const fixture = createWebhookFixture();
    const dying = {
      ...fixture,
      deliveries: { ...fixture.deliveries, record: () => Promise.reject(new Error("The function was killed.")) },
    };
    await expect(deliverOccurrence(dying, FIRST)).rejects.toThrow("killed");
    await deliverOccurrence(fixture, FIRST);
    const ids = fixture.requests.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([`${JOB}.done`, `${JOB}.done`]);
    expect(stored(fixture)).toMatchObject([{ status: "delivered", tries: 1 }]);
  });

  test("an event about a render without any target, or about one that is gone, sends nothing", async () => {
    const fixture = createWebhookFixture();
    fixture.subject.current = { webhookUrl: undefined, data: {} };
    await deliverOccurrence(fixture, FIRST);
    fixture.subject.current = undefined;
    await deliverOccurrence(fixture, FIRST);
    expect([fixture.requests, stored(fixture)]).toEqual([[], []]);
  });
});

describe("the attempts after a failure", () => {
  test("eight attempts follow the schedule of the contract, and then the message is a dead letter", async () => {
    const fixture = createWebhookFixture();
    fixture.receiver.reply = 500;
    await deliverOccurrence(fixture, FIRST);
    await runAll(fixture);
    const [delivery] = stored(fixture);
    const seconds = delivery?.attempts.map(({ atMs }) => (atMs - START_MS) / 1000);
    expect(seconds).toEqual([0, 5, 305, 2_105, 9_305, 27_305, 63_305, 102_905]);
    expect(delivery).toMatchObject({ status: "failed", tries: 8 });
    expect(fixture.deadLettered).toEqual([{ occurrence: OCCURRENCE, target: "request", round: "first+", tries: 0 }]);
    expect(fixture.marked).toEqual(Array.from({ length: 8 }, () => "hooks.example.com returned status 500."));
  });

  test("an attempt within minutes has a delayed message, and a later attempt has only a due time", async () => {
    const fixture = createWebhookFixture();
    fixture.receiver.reply = "broken";
    await deliverOccurrence(fixture, FIRST);
    expect(fixture.sent.map(({ delayMs }) => delayMs)).toEqual([5_000]);
    await runQueue(fixture);
    const [delivery] = stored(fixture);
    expect(delivery).toMatchObject({ status: "pending", tries: 3 });
    expect(fixture.sent).toEqual([]);
    // The third attempt was the last one with a message. The fourth comes half an hour later.
    const [[, dueAtMs] = ["", 0]] = fixture.memory.state.due;
    expect(dueAtMs - fixture.clock.nowMs).toBe(0.5 * HOUR);
  });

  test("Retry-After delays the next attempt, up to twelve hours", async () => {
    for (const [header, delayMs] of [
      ["7200", 2 * HOUR],
      ["999999", 12 * HOUR],
      [new Date(START_MS + HOUR).toUTCString(), HOUR],
      ["1", 5_000],
      ["soon", 5_000],
    ] as const) {
      const fixture = createWebhookFixture();
      fixture.receiver.reply = { status: 503, headers: { "retry-after": header } };
      await deliverOccurrence(fixture, FIRST);
      expect([header, (stored(fixture)[0]?.nextAttemptAtMs ?? 0) - START_MS]).toEqual([header, delayMs]);
    }
  });

  test("a 410 ends the attempts without a dead letter", async () => {
    const fixture = createWebhookFixture();
    fixture.receiver.reply = 410;
    await deliverOccurrence(fixture, FIRST);
    expect(stored(fixture)).toMatchObject([{ status: "failed", tries: 1 }]);
    expect([fixture.sent, fixture.deadLettered]).toEqual([[], []]);
  });

  test("a message whose attempt was already made is ignored, and so is every message after a success", async () => {
    const fixture = createWebhookFixture();
    fixture.receiver.reply = 500;
    await deliverOccurrence(fixture, FIRST);
    const [{ message } = { message: undefined }] = fixture.sent;
    if (message === undefined) throw new Error("There is no message.");
    await deliverAgain(fixture, message);
    await deliverAgain(fixture, message);
    expect(fixture.requests).toHaveLength(2);
    fixture.receiver.reply = 200;
    await runQueue(fixture);
    await deliverAgain(fixture, { ...message, tries: 3 });
    await deliverAgain(fixture, { ...message, round: "recover-1", tries: 0 });
    expect(fixture.requests).toHaveLength(3);
  });

  test("of two concurrent attempts, the success is recorded even if the failure came first", async () => {
    const fixture = createWebhookFixture();
    const { deliveries } = fixture;
    let isFirst = true;
    const racing = {
      ...fixture,
      deliveries: {
        ...fixture.deliveries,
        record: async (...written: Parameters<typeof deliveries.record>) => {
          if (isFirst) {
            isFirst = false;
            fixture.receiver.reply = 500;
            await deliverOccurrence(fixture, FIRST);
          }
          return await deliveries.record(...written);
        },
      },
    };
    await deliverOccurrence(racing, FIRST);
    expect(stored(fixture)).toMatchObject([{ status: "delivered", attempts: [{ status: 500 }, { status: 204 }] }]);
    await runQueue(fixture);
    expect(fixture.requests).toHaveLength(2);
    expect(fixture.memory.state.due.size).toBe(0);
  });

  test("a dead letter that is moved back to the queue starts another round of attempts", async () => {
    const fixture = createWebhookFixture();
    fixture.receiver.reply = 500;
    await deliverOccurrence(fixture, FIRST);
    await runAll(fixture);
    fixture.receiver.reply = 200;
    const [message] = fixture.deadLettered;
    if (message !== undefined) await deliverAgain(fixture, message);
    expect(stored(fixture)).toMatchObject([{ status: "delivered", round: "first+", tries: 1 }]);
  });
});

describe("an endpoint of the workspace", () => {
  test("an endpoint has its own secret, and its success does not show on the job", async () => {
    const fixture = createWebhookFixture();
    fixture.clock.nowMs = Date.now();
    fixture.subject.current = { webhookUrl: undefined, data: {} };
    const secret = await addEndpoint(fixture);
    await deliverOccurrence(fixture, FIRST);
    const [{ headers, body } = { headers: {}, body: "" }] = fixture.requests;
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ eventId: `${JOB}.done` });
    expect(fixture.marked).toEqual([]);
    expect(fixture.memory.state.secrets.size).toBe(0);
  });

  test("an endpoint that fails for five days without a success is switched off with the reason, and not earlier", async () => {
    const FIVE_DAYS = 5 * 24 * HOUR;
    for (const [sinceMs, enabled] of [
      [START_MS - FIVE_DAYS + 1, true],
      [START_MS - FIVE_DAYS, false],
    ] as const) {
      const fixture = createWebhookFixture();
      fixture.receiver.reply = 500;
      await addEndpoint(fixture, sinceMs);
      await deliverOccurrence(fixture, FIRST);
      const endpoint = fixture.memory.state.endpoints.get(ENDPOINT);
      expect(endpoint?.enabled).toBe(enabled);
      if (!enabled)
        expect(endpoint?.disabledReason).toMatch(/^Every attempt since .+ all\.example\.com returned status 500\.$/);
    }
  });

  test("one success resets the failure period of an endpoint", async () => {
    const fixture = createWebhookFixture();
    await addEndpoint(fixture, START_MS - 1);
    await deliverOccurrence(fixture, FIRST);
    expect(fixture.memory.state.endpoints.get(ENDPOINT)?.failingSinceMs).toBeUndefined();
  });

  test("an attempt sends nothing if its endpoint was switched off meanwhile, and records the reason", async () => {
    const fixture = createWebhookFixture();
    fixture.subject.current = { webhookUrl: undefined, data: {} };
    fixture.receiver.reply = 500;
    await addEndpoint(fixture);
    await deliverOccurrence(fixture, FIRST);
    await fixture.webhooks.changeEndpoint(WORKSPACE, ENDPOINT, { enabled: false });
    await runQueue(fixture);
    expect(fixture.requests).toHaveLength(1);
    expect(stored(fixture)[0]?.attempts.at(-1)?.error).toBe("The endpoint is switched off.");
    expect(stored(fixture)[0]?.status).toBe("failed");
  });
});
