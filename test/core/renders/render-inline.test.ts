import { describe, expect, test } from "@jest/globals";
import { renderJob } from "../../../core/renders/render-job.js";
import { createInlineRenderer, type InlineDependencies } from "../../../core/renders/render-inline.js";
import { withFirstLease } from "../../../core/renders/lease.js";
import type { Job } from "../../../core/renders/job.js";
import { sweepJobs } from "../../../core/renders/sweep-jobs.js";
import {
  createRenderFixture,
  DOCUMENT,
  JOB,
  queuedJob,
  START_MS,
  TEMPLATE,
  WORKSPACE,
} from "../../support/render-fixture.js";
import { templateDocumentSchema } from "@image-render/engine/document";

const REMAINING_MS = 60_000;
const MESSAGE = { jobId: JOB, requestId: "request-1", workspaceId: WORKSPACE };
const TEMPLATE_VERSION = {
  ...{ id: TEMPLATE, name: "Card", version: 1 },
  document: templateDocumentSchema.parse(DOCUMENT),
};
const forever = () => new Promise<never>(() => undefined);

/** Creates an invocation and a job that the invocation has just written with its lease. */
async function createInline(
  change: (fixture: ReturnType<typeof createRenderFixture>) => Partial<InlineDependencies> = () => ({}),
) {
  const fixture = createRenderFixture();
  const painted: string[] = [];
  const render: InlineDependencies["render"] = async (_document, _request, { version }) => {
    painted.push(version);
    return { bytes: new Uint8Array([painted.length]), height: 200, warnings: [] };
  };
  const working: Promise<void>[] = [];
  const inline = createInlineRenderer(
    { ...fixture, render, ...change(fixture) },
    { remainingMs: () => REMAINING_MS, goOnUntil: (work) => void working.push(work) },
  );
  const unsent = queuedJob({ debit: { date: "2026-11-01", credits: 1 }, enqueuedAtMs: undefined });
  const job = withFirstLease(unsent, inline.newLease());
  await fixture.jobs.create(job, { grant: 100 });
  const stored = () => fixture.jobs.items.get(JOB);
  return {
    fixture,
    stored,
    painted,
    deliver: () => renderJob({ ...fixture, render }, MESSAGE, { remainingMs: REMAINING_MS }),
    start: () => inline.render(job, TEMPLATE_VERSION).ended,
    render: () => inline.render(job, TEMPLATE_VERSION),
    finish: () => Promise.all(working),
    spent: () => fixture.jobs.balances.months.get(`${job.workspaceId} 2026-11`)?.spent,
  };
}

describe("an inline render", () => {
  test("an inline render ends its job with one picture and one event, and without a message", async () => {
    const { fixture, start, finish, stored } = await createInline();
    expect(await start()).toMatchObject({ id: JOB, status: "done", attempts: 1 });
    await finish();
    expect(stored()).toMatchObject({ status: "done", publishedAtMs: START_MS, sweepAtMs: undefined });
    expect([fixture.sent, fixture.stored.size, fixture.published.length]).toEqual([[], 1, 1]);
  });

  test("an inline render resolves before its end is published, and the invocation continues until then", async () => {
    let publish: () => void = () => undefined;
    const published = new Promise<void>((resolve) => (publish = resolve));
    const { start, finish, stored } = await createInline(() => ({ events: { publish: () => published } }));
    expect(await start()).toMatchObject({ status: "done" });
    expect(stored()?.publishedAtMs).toBeUndefined();
    publish();
    await finish();
    expect(stored()?.publishedAtMs).toBe(START_MS);
  });

  test("an inline render resolves to its stored picture before the job ends", async () => {
    let end: () => void = () => undefined;
    const ending = new Promise<void>((resolve) => (end = resolve));
    const { render, finish, stored } = await createInline(({ jobs }) => ({
      jobs: { ...jobs, end: async (...args) => (await ending, jobs.end(...args)) },
    }));
    const { stored: picture, ended } = render();
    expect(await picture).toEqual({ bytes: new Uint8Array([1]), etag: `"renders/${JOB}.png"` });
    expect(stored()?.status).toBe("queued");
    end();
    expect(await ended).toMatchObject({ status: "done" });
    await finish();
  });

  test("an inline render resolves to undefined instead of a stored picture if another writer was first", async () => {
    const { fixture, render } = await createInline();
    fixture.stored.set(`renders/${JOB}.png`, new Uint8Array([7, 7]));
    const { stored: picture, ended } = render();
    expect(await picture).toBeUndefined();
    expect(await ended).toMatchObject({ status: "done", bytes: 2 });
  });

  test("the lease of an inline render ends with its invocation, and the sweeper checks the job later", async () => {
    const { stored } = await createInline();
    expect(stored()).toMatchObject({ attempts: 1, leaseUntilMs: START_MS + 60_000, sweepAtMs: START_MS + 90_000 });
  });
});

describe("an inline render with a transient error", () => {
  const breaks = async () => Promise.reject(new Error("out of memory"));

  test("the job is enqueued with a delay before its lease is released, and the renderer ends it", async () => {
    const order: string[] = [];
    const { start, finish, deliver, stored, spent } = await createInline(({ jobs, queue }) => ({
      render: breaks,
      queue: {
        send: async (...sent) => (order.push(`send ${sent[0]}, ${String(sent[3])} s`), queue.send(...sent)),
      },
      jobs: { ...jobs, release: async (...released) => (order.push("release"), jobs.release(...released)) },
    }));
    expect(await start()).toBeUndefined();
    await finish();
    expect(order).toEqual(["send standard, 2 s", "release"]);
    expect(stored()).toMatchObject({ status: "queued", attempts: 1, unreported: 0, leaseToken: undefined });
    expect(await deliver()).toEqual({ kind: "settled" });
    expect(stored()).toMatchObject({ status: "done", attempts: 2 });
    expect(spent()).toBe(1);
  });

  test("if the function dies before it releases the lease, the message waits for the end of the lease", async () => {
    const { fixture, start, deliver, stored } = await createInline(({ jobs }) => ({
      render: breaks,
      jobs: { ...jobs, release: forever },
    }));
    void start();
    await new Promise(setImmediate);
    expect(fixture.sent).toHaveLength(1);
    expect(await deliver()).toEqual({ kind: "retry", afterSeconds: 60 });
    fixture.clock.nowMs += REMAINING_MS;
    expect(await deliver()).toEqual({ kind: "settled" });
    expect(stored()).toMatchObject({ status: "done", attempts: 2 });
  });

  test("if the queue refuses the message, the lease stays, and the sweeper enqueues the job when it has expired", async () => {
    const { fixture, start, finish, deliver, stored } = await createInline(() => ({
      render: breaks,
      queue: { send: breaks },
    }));
    expect(await start()).toBeUndefined();
    await finish();
    expect(stored()).toMatchObject({ leaseUntilMs: START_MS + 60_000, sweepAtMs: START_MS + 90_000 });
    fixture.clock.nowMs += 90_000;
    expect(await sweepJobs(fixture)).toBe(1);
    expect(fixture.sent).toHaveLength(1);
    expect(await deliver()).toEqual({ kind: "settled" });
    expect(stored()).toMatchObject({ status: "done", attempts: 2 });
  });
});

/** Each step in which a function can die. The function never continues after that step. */
const DEATHS: readonly (readonly [
  string,
  (fixture: ReturnType<typeof createRenderFixture>) => Partial<InlineDependencies>,
  number,
])[] = [
  ["while it renders", () => ({ render: forever }), 2],
  ["while it stores the picture", ({ pictures }) => ({ pictures: { ...pictures, putFirst: forever } }), 2],
  [
    "after it has stored the picture",
    ({ pictures }) => ({
      pictures: { ...pictures, putFirst: async (...put) => (await pictures.putFirst(...put), await forever()) },
    }),
    2,
  ],
  ["before it ends the job", ({ jobs }) => ({ jobs: { ...jobs, end: forever } }), 2],
  ["before it publishes the end", () => ({ events: { publish: forever } }), 1],
];

describe("a function that dies during an inline render", () => {
  test.each(DEATHS)(
    "if the function dies %s, there is one picture, one debit, one event, and no stuck job",
    async (_, die, attempts) => {
      const { fixture, start, deliver, stored, spent } = await createInline(die);
      void start();
      await new Promise(setImmediate);
      fixture.clock.nowMs += 90_000;
      expect(await sweepJobs(fixture)).toBe(1);
      for (const { message } of fixture.sent) {
        expect(message).toEqual(MESSAGE);
        expect(await deliver()).toEqual({ kind: "settled" });
      }
      const ended: Partial<Job> = { status: "done", attempts };
      expect(stored()).toMatchObject(ended);
      expect(stored()?.publishedAtMs).toBeDefined();
      expect([fixture.stored.size, fixture.published.length, spent()]).toEqual([1, 1, 1]);
    },
  );
});
