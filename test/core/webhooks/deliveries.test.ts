import { describe, expect, test } from "@jest/globals";
import { deliverAgain, deliverOccurrence } from "../../../core/webhooks/deliver.js";
import {
  listDeliveries,
  listRenderDeliveries,
  recoverDeliveries,
  resendWebhook,
} from "../../../core/webhooks/deliveries.js";
import { FIRST_ROUND } from "../../../core/webhooks/delivery.js";
import { createEndpoint } from "../../../core/webhooks/endpoints.js";
import { createInMemoryJobs } from "../../support/in-memory-jobs.js";
import { JOB, OTHER_WORKSPACE, queuedJob, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { createWebhookFixture, HOOK, OCCURRENCE } from "../../support/webhook-fixture.js";

const FIRST = { occurrence: OCCURRENCE, round: FIRST_ROUND };

function createFixture(job = queuedJob({ status: "done", finishedAtMs: START_MS, webhookUrl: HOOK })) {
  const fixture = createWebhookFixture();
  return { ...fixture, jobs: createInMemoryJobs(job), webhookQueue: fixture.queue };
}

describe("sending again by hand", () => {
  test("resendWebhook delivers a delivered event again with the same ID", async () => {
    const fixture = createFixture();
    await deliverOccurrence(fixture, FIRST);
    expect(await resendWebhook(fixture, WORKSPACE, JOB)).toEqual({ eventId: `${JOB}.done`, targets: 1 });
    for (const message of fixture.occurrences) await deliverOccurrence(fixture, message);
    // A queue may deliver the same message again.
    for (const message of fixture.occurrences) await deliverOccurrence(fixture, message);
    const ids = fixture.requests.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([`${JOB}.done`, `${JOB}.done`]);
    const [delivery] = await listRenderDeliveries(fixture, WORKSPACE, JOB);
    expect(delivery?.attempts).toHaveLength(2);
  });

  test.each([
    ["a queued render", queuedJob({ webhookUrl: HOOK }), "CONFLICT"],
    ["a render without a target", queuedJob({ status: "failed", error: "x" }), "CONFLICT"],
    ["a render of another workspace", queuedJob({ workspaceId: OTHER_WORKSPACE, status: "done" }), "NOT_FOUND"],
  ])("resendWebhook refuses %s", async (_name, job, code) => {
    const fixture = createFixture(job);
    await expect(resendWebhook(fixture, WORKSPACE, JOB)).rejects.toMatchObject({ code });
    expect(fixture.occurrences).toEqual([]);
  });
});

describe("recovering", () => {
  test("recoverDeliveries sends every failed delivery once, even if it is called twice", async () => {
    const fixture = createFixture();
    fixture.receiver.reply = 410;
    await deliverOccurrence(fixture, FIRST);
    const since = new Date(START_MS).toISOString();
    const later = new Date(START_MS + 1).toISOString();
    expect(await recoverDeliveries(fixture, WORKSPACE, later)).toEqual({ recovered: 0, nextSince: undefined });
    expect(await recoverDeliveries(fixture, OTHER_WORKSPACE, since)).toEqual({ recovered: 0, nextSince: undefined });
    for (let call = 1; call <= 2; call += 1) {
      expect(await recoverDeliveries(fixture, WORKSPACE, since)).toEqual({ recovered: 1, nextSince: undefined });
    }
    fixture.receiver.reply = 500;
    for (const { message } of fixture.sent.splice(0)) await deliverAgain(fixture, message);
    expect(fixture.requests).toHaveLength(2);
    // The recovered delivery has the whole schedule again.
    expect(fixture.sent).toMatchObject([{ message: { tries: 1, round: `recover-${START_MS}` }, delayMs: 5_000 }]);
  });

  test("if more deliveries failed than one call sends, the response contains the time from which to continue", async () => {
    const fixture = createFixture();
    for (let index = 0; index < 501; index += 1) {
      const occurrence = { ...OCCURRENCE, eventId: `event-${index}` };
      const after = { target: "request", url: HOOK, status: "failed", round: "first", tries: 8, attempts: [] } as const;
      await fixture.deliveries.record(
        undefined,
        { ...after, attempts: [], occurrence, lastAttemptAtMs: START_MS + index },
        undefined,
      );
    }
    const { recovered, nextSince } = await recoverDeliveries(fixture, WORKSPACE, new Date(START_MS).toISOString());
    expect([recovered, nextSince]).toEqual([500, new Date(START_MS + 500).toISOString()]);
  });
});

describe("the list of deliveries", () => {
  test("pages of the list follow each other without gaps, and the filter selects by status", async () => {
    const fixture = createFixture();
    for (const [index, status] of (["failed", "delivered", "failed"] as const).entries()) {
      const occurrence = { ...OCCURRENCE, eventId: `event-${index}` };
      const delivery = { occurrence, target: "request", url: HOOK, status, round: "first", tries: 1, attempts: [] };
      await fixture.deliveries.record(undefined, { ...delivery, lastAttemptAtMs: START_MS + index }, undefined);
    }
    const first = await listDeliveries(fixture, WORKSPACE, { limit: 2 });
    const second = await listDeliveries(fixture, WORKSPACE, { limit: 2, cursor: first.nextCursor });
    const ids = [...first.deliveries, ...second.deliveries].map(({ occurrence }) => occurrence.eventId);
    expect([ids, second.nextCursor]).toEqual([["event-2", "event-1", "event-0"], undefined]);
    const failed = await listDeliveries(fixture, WORKSPACE, { limit: 50, status: "failed" });
    expect(failed.deliveries.map(({ occurrence }) => occurrence.eventId)).toEqual(["event-2", "event-0"]);
    await expect(
      listDeliveries(fixture, OTHER_WORKSPACE, { limit: 2, cursor: first.nextCursor }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("endpoints", () => {
  test("an endpoint to a private address is refused, and so is the eleventh endpoint", async () => {
    const fixture = createFixture();
    const create = (url: string) => createEndpoint(fixture, WORKSPACE, { url, events: ["render.completed"] });
    for (const url of ["http://example.com", "https://169.254.169.254/", "https://localhost/", "https://10.1.2.3"]) {
      await expect(create(url)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
    for (let count = 0; count < 10; count += 1) await create(`https://example.com/${count}`);
    await expect(create("https://example.com/10")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});
