import { describe, expect, test } from "@jest/globals";
import type { Batch } from "../../../core/batches/batch.js";
import { creditsEventOf } from "../../../core/billing/low-credits.js";
import { deliverAgain, deliverOccurrence } from "../../../core/webhooks/deliver.js";
import { createEndpoint } from "../../../core/webhooks/endpoints.js";
import { getEvent } from "../../../core/webhooks/get-event.js";
import { webhookMessageSchema } from "../../../core/webhooks/occurrence-of.js";
import { createSubjects } from "../../../core/webhooks/subjects.js";
import { testEndpoint } from "../../../core/webhooks/test-endpoint.js";
import type { Job } from "../../../core/renders/job.js";
import { createInMemoryJobs } from "../../support/in-memory-jobs.js";
import { JOB, OTHER_WORKSPACE, queuedJob, silentLog, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { createWebhookFixture, HOOK, OCCURRENCE, RING } from "../../support/webhook-fixture.js";

const BATCH = "b81f6c40-2d7e-4a93-9c15-0e4d7f2a8b66";
const DONE = queuedJob({ status: "done", finishedAtMs: START_MS, webhookUrl: HOOK });

function createFixture(...stored: readonly Job[]) {
  const fixture = createWebhookFixture();
  const jobs = createInMemoryJobs(...stored);
  const finished = stored.every(({ status }) => status !== "queued") ? { finishedAtMs: START_MS } : {};
  const batch: Batch = {
    id: BATCH,
    workspaceId: WORKSPACE,
    requestId: "r",
    jobIds: [JOB],
    createdAtMs: START_MS,
    remaining: 0,
    failed: 0,
    ...finished,
  };
  const batches = {
    find: async (id: string) => (id === BATCH ? batch : undefined),
    jobsOf: async () => [...stored],
  };
  const subjects = createSubjects({ jobs, batches, keyRing: RING });
  return { ...fixture, jobs, batches, subjects, webhookQueue: fixture.queue };
}

describe("an event by its ID", () => {
  test("the body of a delivered event is the text that the receiver got, byte for byte", async () => {
    const fixture = createFixture(DONE);
    await deliverOccurrence(fixture, { occurrence: OCCURRENCE, round: "first" });
    const event = await getEvent(fixture, WORKSPACE, `${JOB}.done`);
    expect(event).toMatchObject({
      eventId: `${JOB}.done`,
      event: "render.completed",
      occurredAt: OCCURRENCE.timestamp,
      renderId: JOB,
      deliveries: [{ url: HOOK, status: "delivered" }],
    });
    expect(event.body).toBe(fixture.requests[0]?.body);
  });

  test("an event that was sent to nobody shows the body that it would have", async () => {
    const fixture = createFixture(DONE);
    const { body, deliveries } = await getEvent(fixture, WORKSPACE, `${JOB}.done`);
    expect(deliveries).toEqual([]);
    expect(JSON.parse(body)).toMatchObject({ eventId: `${JOB}.done`, data: { id: JOB, status: "done", error: null } });
  });

  test("the body of the end of a batch is the text that the receiver got", async () => {
    const fixture = createFixture(DONE);
    await createEndpoint(fixture, WORKSPACE, { url: HOOK, events: ["batch.completed"] });
    const message = webhookMessageSchema.parse({
      eventId: `${BATCH}.completed`,
      type: "batch.completed",
      batchId: BATCH,
      workspaceId: WORKSPACE,
      status: "done",
      totals: { total: 1, queued: 0, done: 1, failed: 0 },
      timestamp: new Date(START_MS).toISOString(),
      hasWebhook: false,
    });
    await deliverOccurrence(fixture, message);
    const event = await getEvent(fixture, WORKSPACE, `${BATCH}.completed`);
    expect(event).toMatchObject({ event: "batch.completed", batchId: BATCH, deliveries: [{ status: "delivered" }] });
    expect(event.body).toBe(fixture.requests[0]?.body);
  });

  test("the body of an event about the credits of a workspace is the text that the receiver got", async () => {
    const fixture = createFixture();
    await createEndpoint(fixture, WORKSPACE, { url: HOOK, events: ["credits.low"] });
    const credits = { granted: 100, spent: 80, remaining: 20 };
    const low = creditsEventOf({ workspaceId: WORKSPACE, month: "2026-11", threshold: 80, credits, atMs: START_MS });
    await deliverOccurrence(fixture, webhookMessageSchema.parse(low));
    const event = await getEvent(fixture, WORKSPACE, low.eventId);
    expect(event.body).toBe(fixture.requests[0]?.body);
    await expect(getEvent(fixture, OTHER_WORKSPACE, low.eventId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("a test has its body before its first attempt", async () => {
    const fixture = createFixture();
    const { endpoint } = await createEndpoint(fixture, WORKSPACE, { url: HOOK, events: ["credits.low"] });
    const { occurrence } = await testEndpoint(fixture, WORKSPACE, endpoint.endpointId, { log: silentLog });
    const before = await getEvent(fixture, WORKSPACE, occurrence.eventId);
    expect(before.deliveries).toMatchObject([{ endpointId: endpoint.endpointId, status: "pending", attempts: [] }]);
    for (const { message } of fixture.sent.splice(0)) await deliverAgain(fixture, message);
    expect(before.body).toBe(fixture.requests[0]?.body);
    await expect(getEvent(fixture, OTHER_WORKSPACE, occurrence.eventId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("an event that cannot be read", () => {
  test.each([
    ["a render that has not ended", queuedJob(), `${JOB}.done`],
    ["the other end of a render", DONE, `${JOB}.failed`],
    ["a batch that has not ended", queuedJob(), `${BATCH}.completed`],
    ["a render that does not exist", DONE, `${BATCH}.done`],
    ["a test that is no longer in the log", DONE, `${BATCH}.test`],
    ["a text that is not an ID", DONE, "done"],
    ["an ID without an event", DONE, `${JOB}.`],
    ["an ID with another event", DONE, `${JOB}.archived`],
  ])("%s has no event", async (_name, job, eventId) => {
    await expect(getEvent(createFixture(job), WORKSPACE, eventId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test.each([`${JOB}.done`, `${BATCH}.completed`])("another workspace does not see the event %s", async (eventId) => {
    const fixture = createFixture(DONE);
    await deliverOccurrence(fixture, { occurrence: OCCURRENCE, round: "first" });
    await expect(getEvent(fixture, OTHER_WORKSPACE, eventId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("the body of an event is gone when its render was deleted, although its deliveries are in the log", async () => {
    const fixture = createFixture({ ...DONE, deletedAtMs: START_MS + 1 });
    await deliverOccurrence(fixture, { occurrence: OCCURRENCE, round: "first" });
    await expect(getEvent(fixture, WORKSPACE, `${JOB}.done`)).rejects.toMatchObject({ code: "GONE" });
  });
});
