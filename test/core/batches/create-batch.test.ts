import { describe, expect, test } from "@jest/globals";
import { createBatch } from "../../../core/batches/create-batch.js";
import { presentBatch } from "../../../core/batches/present-batch.js";
import { withMetadata, withoutMetadata } from "../../../core/batches/recorded-batch.js";
import type { SendResult } from "../../../core/batches/ports.js";
import { createRenderFixture, START_MS, TEMPLATE, WORKSPACE } from "../../support/render-fixture.js";
import { batchOf, batchOfSize, contextOf, createdBatch, TEAM } from "./batch-fixture.js";

const tiny = "data:image/png;base64,iVBORw0KGgo=";
const ring = { current: "k1", keys: { k1: "00".repeat(32) } };
const item = (more: Readonly<Record<string, unknown>> = {}) => ({ template: TEMPLATE, ...more });

describe("an accepted batch", () => {
  test("a batch is written with its jobs in the order of the request, and with one debit for all of them", async () => {
    const fixture = createRenderFixture();
    const titles = ["a", "b", "c"].map((text) => item({ layers: { title: { text } } }));
    const { batch, jobs } = await createdBatch(fixture, batchOf({ jobs: titles, webhookUrl: "https://example.com/" }));
    expect(fixture.batches.items.get(batch.id)).toEqual({
      id: batch.id,
      workspaceId: WORKSPACE,
      requestId: "request-1",
      jobIds: jobs.map(({ id }) => id),
      webhookUrl: "https://example.com/",
      templateId: TEMPLATE,
      createdAtMs: START_MS,
      remaining: 3,
      failed: 0,
      debit: { date: "2026-11-01", credits: 3 },
    });
    const stored = batch.jobIds.map((id) => fixture.jobs.items.get(id));
    expect(stored.map((job) => job?.inputs)).toMatchObject(
      ["a", "b", "c"].map((text) => ({ layers: { title: { text } } })),
    );
    expect(stored.every((job) => job?.batchId === batch.id && job.enqueuedAtMs === START_MS)).toBe(true);
  });

  test("jobs of a batch have priority 3 unless they request another, and each job goes to the queue of its priority", async () => {
    const fixture = createRenderFixture();
    const { jobs } = await createdBatch(fixture, batchOf({ jobs: [item(), item({ priority: 5 }), item()] }));
    expect(jobs.map(({ priority }) => priority)).toEqual([3, 5, 3]);
    expect(fixture.sent.map(({ queue }) => queue)).toEqual(["bulk", "standard", "bulk"]);
  });

  test("inputs with data URIs are stored in the bucket separately for each job", async () => {
    const fixture = createRenderFixture();
    const items = ["plain", tiny, tiny].map((text) => item({ layers: { title: { text } } }));
    const { jobs } = await createdBatch(fixture, batchOf({ jobs: items }));
    const keys = jobs.slice(1).map(({ id }) => `inputs/${id}.json`);
    expect([...fixture.storedInputs.keys()].sort()).toEqual([...keys].sort());
    expect(jobs.slice(1).map(({ inputs }) => inputs)).toEqual(keys.map((key) => ({ key })));
  });
});

describe("a refused batch", () => {
  test("the error of a refused batch names every issue of every item, and nothing is written, debited, or sent", async () => {
    const fixture = createRenderFixture();
    const jobs = [item(), item({ layers: { titel: { text: "x" }, title: { colour: "red" } } }), item({ scale: 9 })];
    const refused = createdBatch(fixture, batchOf({ jobs, webhookUrl: "https://10.0.0.1/" }));
    await expect(refused).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: {
        jobs: [
          { index: 1, issues: [{ path: "layers.titel" }, { path: "layers.title.colour" }] },
          { index: 2, issues: [{ path: "scale" }] },
        ],
        issues: [
          { path: "jobs[1].layers.titel" },
          { path: "jobs[1].layers.title.colour" },
          { path: "jobs[2].scale" },
          { path: "webhookUrl" },
        ],
      },
    });
    expect([fixture.batches.items.size, fixture.jobs.items.size, fixture.sent.length]).toEqual([0, 0, 0]);
  });

  test.each([
    ["a missing template", [{}], "BAD_REQUEST"],
    ["a template that does not exist", [item({ template: WORKSPACE })], "VALIDATION_ERROR"],
    ["a dry run, because it must cost nothing", [item({ dryRun: true })], "VALIDATION_ERROR"],
    ["a priority above the plan's", [item({ priority: 9 })], "FORBIDDEN"],
    ["issues of different kinds", [item({ priority: 9 }), item({ scale: 9 })], "VALIDATION_ERROR"],
    ["inputs that are too large", [item({ variables: { a: "x".repeat(33_000) } })], "PAYLOAD_TOO_LARGE"],
  ])("the error of a refused batch names the item with %s", async (_what, jobs, code) => {
    const refused = createdBatch(createRenderFixture(), batchOf({ jobs: [item(), ...jobs] }));
    await expect(refused).rejects.toMatchObject({
      code,
      details: { jobs: [{ index: 1 }, ...jobs.slice(1).map(() => ({}))] },
    });
  });

  test.each([
    ["no jobs and no variants", {}],
    ["an empty list of jobs", { jobs: [] }],
    ["51 jobs", { jobs: Array.from({ length: 51 }, () => item()) }],
    ["jobs and variants", { jobs: [item()], variants: { job: item() } }],
  ])("a batch with %s is malformed", async (_what, body) => {
    const creation = async () => await createdBatch(createRenderFixture(), batchOf(body));
    await expect(creation()).rejects.toMatchObject({ code: "BAD_REQUEST", details: { issues: [{ path: "jobs" }] } });
  });

  test("a batch of more jobs than the plan allows returns FORBIDDEN, and the error says how many are allowed", async () => {
    const small = contextOf({ ...TEAM, maxBatchSize: 2 });
    await expect(createdBatch(createRenderFixture(), batchOfSize(3), small)).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { feature: "batchSize", allowed: 2 },
    });
  });

  test("a batch without enough credits for all jobs takes no credits", async () => {
    const fixture = createRenderFixture();
    const poor = contextOf({ ...TEAM, credits: 2 });
    await expect(createdBatch(fixture, batchOfSize(3), poor)).rejects.toMatchObject({ code: "PAYMENT_REQUIRED" });
    await createdBatch(fixture, batchOfSize(2), poor);
    expect(fixture.jobs.items.size).toBe(2);
  });
});

describe("queues that refuse messages", () => {
  const sendAll = (result: (index: number) => SendResult) => ({
    sendAll: async (jobs: readonly { readonly job: { readonly id: string } }[]) => ({
      results: new Map(jobs.map(({ job }, index) => [job.id, result(index)] as const)),
      errors: [new Error("refused")],
    }),
  });

  test("the batch and its debit are undone if the queues definitely refused every message", async () => {
    const fixture = createRenderFixture();
    const queue = sendAll(() => "refused");
    const refused = createdBatch({ ...fixture, queue }, batchOfSize(3));
    await expect(refused).rejects.toMatchObject({ code: "QUEUE_UNAVAILABLE" });
    expect([fixture.batches.items.size, fixture.jobs.items.size]).toEqual([0, 0]);
  });

  test.each([
    ["one message was accepted", (index: number): SendResult => (index === 0 ? "sent" : "refused")],
    ["it is unknown whether one was accepted", (index: number): SendResult => (index === 0 ? "unknown" : "refused")],
  ])("the batch is kept if %s, and the sweeper sends the others", async (_what, result) => {
    const fixture = createRenderFixture();
    await createdBatch({ ...fixture, queue: sendAll(result) }, batchOfSize(3));
    const watched = [...fixture.jobs.items.values()].filter(({ sweepAtMs }) => sweepAtMs !== undefined);
    expect(watched).toHaveLength(result(0) === "sent" ? 2 : 3);
  });

  test("the batch is kept if a renderer has claimed a job, whatever the queues responded", async () => {
    const fixture = createRenderFixture();
    const refuse = sendAll(() => "refused");
    const queue = {
      sendAll: async (jobs: Parameters<typeof fixture.queue.sendAll>[0]) => {
        await fixture.jobs.claim(jobs[0]?.job.id ?? "", { nowMs: START_MS, untilMs: START_MS + 1, token: "t" });
        return await refuse.sendAll(jobs);
      },
    };
    await createdBatch({ ...fixture, queue }, batchOfSize(3));
    expect(fixture.jobs.items.size).toBe(3);
  });
});

describe("a batch with an Idempotency-Key", () => {
  const record = { id: "idempotency#1", bodyHash: "h", status: 202, responseBody: "{}", expiresAt: START_MS };

  test("a batch with an Idempotency-Key is created once", async () => {
    const fixture = createRenderFixture();
    expect((await createBatch(fixture, contextOf(), batchOfSize(2), () => record)).kind).toBe("created");
    expect((await createBatch(fixture, contextOf(), batchOfSize(2), () => record)).kind).toBe("recorded");
    expect(fixture.jobs.items.size).toBe(2);
  });

  test("the response to a batch with the largest metadata fits into a record, and is repeated completely", async () => {
    const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`k${n}`, "€".repeat(512)]));
    const request = batchOf({ jobs: Array.from({ length: 50 }, () => item({ metadata })) });
    const body = presentBatch(await createdBatch(createRenderFixture(), request), ring);
    const stored = JSON.stringify(withoutMetadata(body));
    expect(Buffer.byteLength(stored)).toBeLessThan(40_000);
    expect(withMetadata(JSON.parse(stored) as typeof body, request)).toEqual(body);
  });
});
