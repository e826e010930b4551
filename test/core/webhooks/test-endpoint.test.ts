import { describe, expect, test } from "@jest/globals";
import { deliverAgain } from "../../../core/webhooks/deliver.js";
import { createEndpoint, updateEndpoint } from "../../../core/webhooks/endpoints.js";
import { sweepWebhooks } from "../../../core/webhooks/sweep-webhooks.js";
import { testEndpoint } from "../../../core/webhooks/test-endpoint.js";
import { OTHER_WORKSPACE, silentLog, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { createWebhookFixture, HOOK } from "../../support/webhook-fixture.js";

const TEST = "00000000-0000-4000-8000-000000000002";
const LOG = { log: silentLog };

async function createFixture(subject = {}) {
  const fixture = { ...createWebhookFixture(), ...subject };
  // The service reads the data of a test from its message.
  const data = (occurrence: { data?: Record<string, unknown> | undefined }) => occurrence.data ?? {};
  const subjects = {
    find: async (occurrence: Parameters<typeof data>[0]) => ({ webhookUrl: undefined, data: data(occurrence) }),
  };
  const { endpoint } = await createEndpoint(fixture, WORKSPACE, { url: HOOK, events: ["render.completed"] });
  return { ...fixture, subjects, webhookQueue: fixture.queue, endpoint };
}

const logged = async ({ deliveries }: Awaited<ReturnType<typeof createFixture>>) =>
  (await deliveries.listOwned(WORKSPACE, { limit: 10 })).deliveries;

describe("a test of an endpoint", () => {
  test("it is in the log before its first attempt, and only the endpoint receives it, although it has not chosen the event", async () => {
    const fixture = await createFixture();
    await createEndpoint(fixture, WORKSPACE, { url: "https://other.example.com/", events: ["render.completed"] });
    const { endpointId } = fixture.endpoint;
    const delivery = await testEndpoint({ ...fixture, newId: () => TEST }, WORKSPACE, endpointId, LOG);
    expect(delivery).toMatchObject({ target: endpointId, status: "pending", attempts: [] });
    expect(await logged(fixture)).toEqual([delivery]);
    for (const { message } of fixture.sent.splice(0)) await deliverAgain(fixture, message);
    expect(fixture.requests.map(({ url }) => url)).toEqual([HOOK]);
    expect(fixture.requests[0]?.headers).toMatchObject({
      "webhook-id": `${TEST}.test`,
      "webhook-signature": expect.stringMatching(/^v1,/),
    });
    expect(JSON.parse(fixture.requests[0]?.body ?? "")).toEqual({
      eventId: `${TEST}.test`,
      event: "endpoint.test",
      type: "endpoint.test",
      timestamp: new Date(START_MS).toISOString(),
      data: { endpointId, message: "This is a test. It reports no render." },
    });
    expect(await logged(fixture)).toMatchObject([{ status: "delivered", tries: 1, attempts: [{ status: 204 }] }]);
  });

  test("a message of a test that arrives twice causes one attempt", async () => {
    const fixture = await createFixture();
    await testEndpoint(fixture, WORKSPACE, fixture.endpoint.endpointId, LOG);
    const sent = fixture.sent.splice(0);
    for (const { message } of [...sent, ...sent]) await deliverAgain(fixture, message);
    expect(fixture.requests).toHaveLength(1);
  });

  test("a test that fails is retried by the schedule of all events", async () => {
    const fixture = await createFixture();
    fixture.receiver.reply = 500;
    await testEndpoint(fixture, WORKSPACE, fixture.endpoint.endpointId, LOG);
    for (const { message } of fixture.sent.splice(0)) await deliverAgain(fixture, message);
    expect(fixture.sent).toMatchObject([{ message: { tries: 1 }, delayMs: 5_000 }]);
  });

  test("an endpoint that is switched off receives a test, so that its owner can try it before it is switched on", async () => {
    const fixture = await createFixture();
    const { endpointId } = fixture.endpoint;
    await updateEndpoint(fixture, WORKSPACE, endpointId, { enabled: false });
    await testEndpoint(fixture, WORKSPACE, endpointId, LOG);
    for (const { message } of fixture.sent.splice(0)) await deliverAgain(fixture, message);
    expect(await logged(fixture)).toMatchObject([{ status: "delivered" }]);
  });

  test("the sweeper sends a test whose message the queue has refused", async () => {
    const fixture = await createFixture();
    const refuses = { sendAttempt: () => Promise.reject(new Error("The queue is not available.")) };
    await testEndpoint({ ...fixture, webhookQueue: refuses }, WORKSPACE, fixture.endpoint.endpointId, LOG);
    expect(fixture.sent).toEqual([]);
    fixture.clock.nowMs += 3_600_000;
    expect(await sweepWebhooks(fixture)).toBe(1);
    for (const { message } of fixture.sent.splice(0)) await deliverAgain(fixture, message);
    expect(await logged(fixture)).toMatchObject([{ status: "delivered", tries: 1 }]);
  });

  test("an endpoint of another workspace cannot be tested", async () => {
    const fixture = await createFixture();
    const tested = testEndpoint(fixture, OTHER_WORKSPACE, fixture.endpoint.endpointId, LOG);
    await expect(tested).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(fixture.sent).toEqual([]);
  });
});
