import { expect, test } from "@jest/globals";
import { publishEnd } from "../../../core/renders/finish-job.js";
import { markArchived } from "../../../core/renders/mark-archived.js";
import { createEndpoint } from "../../../core/webhooks/endpoints.js";
import { sweepWebhooks } from "../../../core/webhooks/sweep-webhooks.js";
import { createRenderFixture, JOB, queuedJob, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { createWebhookFixture, ENDPOINT } from "../../support/webhook-fixture.js";

const BATCH = "77c0b1f6-9a35-4d0e-8f39-5f0f6f0f6b11";

/** Subscribers can compare events as text, and a bus can hold events of the previous version. */
test("each event has the same bytes as in earlier versions", async () => {
  const ended = { status: "done", finishedAtMs: START_MS, batchId: BATCH, checksCredits: true } as const;
  const batchEnd = { total: 2, failed: 1, hasWebhook: false };
  const debit = { date: "2026-11-01", credits: 1 };
  const job = queuedJob({ ...ended, batchEnd, debit, webhookUrl: "https://hooks.example.com/" });
  const { jobs, published, ...fixture } = createRenderFixture([job]);
  const credits = { granted: 100, spent: 80, remaining: 20 };
  const low = { workspaceId: WORKSPACE, month: "2026-11", threshold: 80, credits, atMs: START_MS } as const;
  await publishEnd({ ...fixture, jobs: { ...jobs, claimLowCredits: async () => [low] } }, job);
  await publishEnd({ ...fixture, jobs }, queuedJob({ status: "failed", finishedAtMs: START_MS }));
  const archivals = {
    find: (id: string) => jobs.find(id),
    mark: async () => true,
    markPublished: async () => undefined,
  };
  await markArchived({ ...fixture, jobs: archivals }, { key: `renders/${JOB}.png`, atMs: START_MS });

  const webhooks = createWebhookFixture();
  const url = "https://all.example.com/path?key=private";
  const { endpoint } = await createEndpoint({ ...webhooks, newId: () => ENDPOINT }, WORKSPACE, { url, events: [] });
  webhooks.memory.state.endpoints.set(ENDPOINT, { ...endpoint, failingSinceMs: START_MS });
  await webhooks.health.switchOff({ ...endpoint, failingSinceMs: START_MS }, "It has failed.", START_MS + 1);
  webhooks.clock.nowMs += 60_000;
  await sweepWebhooks({ ...webhooks, webhookQueue: webhooks.queue });

  const time = '"timestamp":"2026-11-01T12:00:00.000Z"';
  expect([...published, ...webhooks.published].map((event) => JSON.stringify(event))).toEqual([
    `{"eventId":"${JOB}.done","type":"render.completed","jobId":"${JOB}","workspaceId":"${WORKSPACE}","status":"done",${time},"hasWebhook":true}`,
    `{"eventId":"${BATCH}.completed","type":"batch.completed","batchId":"${BATCH}","workspaceId":"${WORKSPACE}","status":"done","totals":{"total":2,"queued":0,"done":1,"failed":1},${time},"hasWebhook":false}`,
    `{"eventId":"${WORKSPACE}.credits.2026-11.80","type":"credits.low","workspaceId":"${WORKSPACE}",${time},"hasWebhook":false,"month":"2026-11","threshold":80,"credits":{"granted":100,"spent":80,"remaining":20}}`,
    `{"eventId":"${JOB}.failed","type":"render.failed","jobId":"${JOB}","workspaceId":"${WORKSPACE}","status":"failed",${time},"hasWebhook":false}`,
    `{"eventId":"${JOB}.archived","type":"render.archived","jobId":"${JOB}","workspaceId":"${WORKSPACE}",${time},"hasWebhook":false}`,
    `{"eventId":"${ENDPOINT}.disabled.1793534400001","type":"webhook.endpoint.disabled","endpointId":"${ENDPOINT}","workspaceId":"${WORKSPACE}","host":"all.example.com","reason":"It has failed.","timestamp":"2026-11-01T12:00:00.001Z"}`,
  ]);
});
