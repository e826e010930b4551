import { describe, expect, test } from "@jest/globals";
import { creditsEventOf } from "../../../core/billing/low-credits.js";
import { deliverOccurrence } from "../../../core/webhooks/deliver.js";
import { createEndpoint } from "../../../core/webhooks/endpoints.js";
import { webhookMessageSchema } from "../../../core/webhooks/occurrence-of.js";
import { createSubjects } from "../../../core/webhooks/subjects.js";
import type { Job } from "../../../core/renders/job.js";
import { createInMemoryJobs } from "../../support/in-memory-jobs.js";
import { JOB, OTHER_WORKSPACE, queuedJob, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { createWebhookFixture, HOOK, OCCURRENCE, RING } from "../../support/webhook-fixture.js";

const subjectsOf = (...jobs: readonly Job[]) =>
  createSubjects({
    jobs: createInMemoryJobs(...jobs),
    batches: { find: async () => undefined, jobsOf: async () => [] },
    keyRing: RING,
  });

describe("the messages of the webhook queue", () => {
  test("an event of the bus starts the first round, and a message without the fields of its kind is refused", () => {
    const event = {
      eventId: `${JOB}.done`,
      type: "render.completed",
      jobId: JOB,
      workspaceId: WORKSPACE,
      status: "done",
      timestamp: OCCURRENCE.timestamp,
      hasWebhook: true,
    };
    expect(webhookMessageSchema.parse(event)).toEqual({ occurrence: OCCURRENCE, round: "first" });
    expect(webhookMessageSchema.safeParse({ ...event, jobId: undefined }).success).toBe(false);
    expect(webhookMessageSchema.safeParse({ ...event, type: "webhook.endpoint.disabled" }).success).toBe(false);
  });

  test("an endpoint receives the event about the low credits of its workspace, with the balance", async () => {
    const fixture = { ...createWebhookFixture(), subjects: subjectsOf() };
    await createEndpoint(fixture, WORKSPACE, { url: HOOK, events: ["credits.low"] });
    const credits = { granted: 100, spent: 80, remaining: 20 };
    const event = creditsEventOf({ workspaceId: WORKSPACE, month: "2026-11", threshold: 80, credits, atMs: START_MS });
    await deliverOccurrence(fixture, webhookMessageSchema.parse(event));
    expect(fixture.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        eventId: `${WORKSPACE}.credits.2026-11.80`,
        event: "credits.low",
        type: "credits.low",
        timestamp: "2026-11-01T12:00:00.000Z",
        data: { month: "2026-11", threshold: 80, credits },
      },
    ]);
  });
});

describe("what a delivery reports", () => {
  test("the body of a render does not depend on earlier attempts, and always has an error", async () => {
    const job = queuedJob({ status: "failed", error: "It failed.", webhookUrl: HOOK, webhookLastError: "503" });
    const found = await subjectsOf(job).find(OCCURRENCE);
    expect(found).toMatchObject({ webhookUrl: HOOK, data: { id: JOB, status: "failed", error: "It failed." } });
    expect(found?.data).not.toHaveProperty("webhookLastError");
    const done = await subjectsOf(queuedJob({ status: "done" })).find(OCCURRENCE);
    expect(done?.data).toHaveProperty("error", null);
  });

  test("a render of another workspace is not reported", async () => {
    const foreign = queuedJob({ status: "done", workspaceId: OTHER_WORKSPACE, webhookUrl: HOOK });
    expect(await subjectsOf(foreign).find(OCCURRENCE)).toBeUndefined();
  });
});
