/** Each state between two steps in which a delivery or an endpoint can stop, and how the sweeper continues it. */
import { expect, test } from "@jest/globals";
import { deliverAgain, deliverOccurrence } from "../../../core/webhooks/deliver.js";
import { FIRST_ROUND } from "../../../core/webhooks/delivery.js";
import { createEndpoint } from "../../../core/webhooks/endpoints.js";
import { sweepWebhooks } from "../../../core/webhooks/sweep-webhooks.js";
import { testEndpoint } from "../../../core/webhooks/test-endpoint.js";
import { silentLog, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { createWebhookFixture, ENDPOINT, OCCURRENCE } from "../../support/webhook-fixture.js";

const FIRST = { occurrence: OCCURRENCE, round: FIRST_ROUND };
const HOUR_MS = 3_600_000;

function createFixture() {
  const fixture = createWebhookFixture();
  return { ...fixture, webhookQueue: fixture.queue };
}
type Fixture = ReturnType<typeof createFixture>;

/** The function dies before it sends a message. */
const dyingBeforeMessage = (fixture: Fixture): Fixture => {
  const queue = { ...fixture.queue, sendAttempt: () => Promise.reject(new Error("The function was killed.")) };
  return { ...fixture, queue, webhookQueue: queue };
};

async function addEndpoint(fixture: Fixture) {
  const url = "https://all.example.com/path";
  const { endpoint } = await createEndpoint({ ...fixture, newId: () => ENDPOINT }, WORKSPACE, {
    ...{ url, events: ["render.completed"] },
  });
  return endpoint;
}

/** The state, what brings the store into it, and the result of the first run: messages and events. */
const STATES: readonly [state: string, reach: (fixture: Fixture) => Promise<unknown>, result: readonly string[]][] = [
  [
    "a delivery whose attempt is recorded, but whose next message was never sent",
    async (fixture) => {
      fixture.receiver.reply = 500;
      await deliverOccurrence(dyingBeforeMessage(fixture), FIRST).catch(() => undefined);
    },
    ["attempt 1"],
  ],
  [
    "a delivery whose next attempt is so late that no queue can hold its message",
    async (fixture) => {
      fixture.receiver.reply = { status: 503, headers: { "retry-after": "3600" } };
      await deliverOccurrence(fixture, FIRST);
    },
    ["attempt 1"],
  ],
  [
    "a test of an endpoint whose message was never sent",
    async (fixture) => {
      await addEndpoint(fixture);
      await testEndpoint(dyingBeforeMessage(fixture), WORKSPACE, ENDPOINT, { log: silentLog });
    },
    ["attempt 0"],
  ],
  [
    "an endpoint that was switched off without an event",
    async (fixture) => {
      await fixture.health.markFailing(await addEndpoint(fixture), START_MS);
      const failing = fixture.memory.state.endpoints.get(ENDPOINT);
      if (failing !== undefined) await fixture.health.switchOff(failing, "It has failed.", START_MS);
    },
    [`${ENDPOINT}.disabled.${START_MS}`],
  ],
];

test.each(STATES)(
  "%s continues in one run of the sweeper, and the next run has nothing to do",
  async (_, reach, result) => {
    const fixture = createFixture();
    await reach(fixture);
    fixture.sent.length = 0;
    fixture.clock.nowMs += HOUR_MS;
    const seen = () => [
      ...fixture.sent.map(({ message }) => `attempt ${message.tries}`),
      ...fixture.published.map(({ eventId }) => eventId),
    ];
    await sweepWebhooks(fixture);
    expect(seen()).toEqual(result);
    await sweepWebhooks(fixture);
    expect(seen()).toEqual(result);
  },
);

test("a delivery whose message the sweeper has sent is checked again, in case that message is lost, until it has ended", async () => {
  const fixture = createFixture();
  fixture.receiver.reply = { status: 503, headers: { "retry-after": "3600" } };
  await deliverOccurrence(fixture, FIRST);
  fixture.clock.nowMs += HOUR_MS;
  expect(await sweepWebhooks(fixture)).toBe(1);
  fixture.clock.nowMs += HOUR_MS;
  expect(await sweepWebhooks(fixture)).toBe(1);
  fixture.receiver.reply = 204;
  for (const { message } of fixture.sent.splice(0)) await deliverAgain(fixture, message);
  expect(fixture.requests).toHaveLength(2);
  fixture.clock.nowMs += HOUR_MS;
  expect(await sweepWebhooks(fixture)).toBe(0);
});
