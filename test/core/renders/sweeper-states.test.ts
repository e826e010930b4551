/** Each state between two steps in which a job can stop, and how the sweeper continues it. */
import { describe, expect, test } from "@jest/globals";
import type { Batch } from "../../../core/batches/batch.js";
import { CANCELED } from "../../../core/renders/cancel-render.js";
import type { Job } from "../../../core/renders/job.js";
import { sweepJobs } from "../../../core/renders/sweep-jobs.js";
import { createRenderFixture, JOB, queuedJob, START_MS, WORKSPACE } from "../../support/render-fixture.js";

const MINUTE_MS = 60_000;
/** The sweeper runs once a minute in the template. After this many runs, a lease has ended and was checked. */
const MAX_RUNS = 3;

const DUE = { sweepAtMs: START_MS };
const EXPIRED = { ...DUE, attempts: 1, unreported: 1, leaseUntilMs: START_MS - 1, leaseToken: "dead" };
const ENDED = { ...DUE, finishedAtMs: START_MS, attempts: 1 };

/** The state, whether its picture is stored, and the result: a message, or the events of its end. */
const STATES: readonly [state: string, job: Partial<Job>, isStored: boolean, result: readonly string[]][] = [
  ["created, but not enqueued", { ...DUE, enqueuedAtMs: undefined }, false, ["message"]],
  ["enqueued, but not marked as enqueued", DUE, false, ["message"]],
  [
    "created in the request by a function that died before it drew",
    { ...EXPIRED, enqueuedAtMs: undefined },
    false,
    ["message"],
  ],
  ["claimed by a renderer that died before it drew", EXPIRED, false, ["message"]],
  ["claimed by a renderer that died after it stored the picture", EXPIRED, true, ["message"]],
  ["claimed twice by renderers that died", { ...EXPIRED, attempts: 2, unreported: 2 }, false, [`${JOB}.failed`]],
  ["claimed twice, and its picture is stored", { ...EXPIRED, attempts: 2, unreported: 2 }, true, [`${JOB}.done`]],
  ["claimed three times", { ...EXPIRED, attempts: 3 }, false, [`${JOB}.failed`]],
  ["done, but not published", { ...ENDED, status: "done", bytes: 5 }, true, [`${JOB}.done`]],
  ["failed, but not published", { ...ENDED, status: "failed", error: "x" }, false, [`${JOB}.failed`]],
  [
    "canceled, but not published",
    { ...ENDED, attempts: 0, status: "failed", error: CANCELED },
    false,
    [`${JOB}.failed`],
  ],
  [
    "done and deleted, but not published",
    { ...ENDED, status: "done", bytes: 5, deletedAtMs: START_MS },
    true,
    [`${JOB}.done`],
  ],
  [
    "failed as the last of a batch, whose end is not published",
    {
      ...{ ...ENDED, status: "failed", error: "x", batchId: "7c9e6679-7425-40de-944b-e07fc1f90ae8" },
      batchEnd: { total: 2, failed: 2, hasWebhook: false },
    },
    false,
    [`${JOB}.failed`, "7c9e6679-7425-40de-944b-e07fc1f90ae8.completed"],
  ],
  [
    "the last of a batch, whose end is not published",
    {
      ...{ ...ENDED, status: "done", bytes: 5, batchId: "7c9e6679-7425-40de-944b-e07fc1f90ae8" },
      batchEnd: { total: 2, failed: 0, hasWebhook: false },
    },
    true,
    [`${JOB}.done`, "7c9e6679-7425-40de-944b-e07fc1f90ae8.completed"],
  ],
];

const otherJob = (index: number, more: Partial<Job> = {}): Job =>
  queuedJob({
    ...DUE,
    enqueuedAtMs: undefined,
    id: `3f2504e0-4f89-41d3-9a0d-${String(index).padStart(12, "0")}`,
    ...more,
  });

describe("a job that stopped between two steps", () => {
  test.each(STATES)("a job that is %s continues in one run of the sweeper", async (_state, job, isStored, result) => {
    const fixture = createRenderFixture([queuedJob(job)]);
    if (isStored) fixture.stored.set(`renders/${JOB}.png`, new Uint8Array(5));
    expect(await sweepJobs(fixture)).toBe(1);
    const events = fixture.published.map(({ eventId }) => eventId);
    expect([...fixture.sent.map(() => "message"), ...events]).toEqual(result);
    // The next run has nothing to do: it sends no second message, and publishes no event again.
    fixture.clock.nowMs += MINUTE_MS;
    expect(await sweepJobs(fixture)).toBe(0);
  });
});

describe("a batch that stopped between two steps", () => {
  const BATCH = "7c9e6679-7425-40de-944b-e07fc1f90ae8";

  test("a batch whose function died while it sent the messages gets the missing ones, and no other", async () => {
    const sent = otherJob(1, { batchId: BATCH, sweepAtMs: undefined, enqueuedAtMs: START_MS });
    const unmarked = otherJob(2, { batchId: BATCH });
    const unsent = [3, 4, 5].map((index) => otherJob(index, { batchId: BATCH }));
    const fixture = createRenderFixture([sent, unmarked, ...unsent]);
    expect(await sweepJobs(fixture)).toBe(4);
    expect(fixture.sent.map(({ message }) => message.jobId)).toEqual([unmarked, ...unsent].map(({ id }) => id));
    fixture.clock.nowMs += MINUTE_MS;
    expect(await sweepJobs(fixture)).toBe(0);
  });

  test("a job that fails because its renderers died counts in its batch, and the last one ends the batch", async () => {
    const dead = { ...EXPIRED, attempts: 3, batchId: BATCH };
    const jobs = [otherJob(1, dead), otherJob(2, dead)];
    const fixture = createRenderFixture(jobs);
    const batch: Batch = {
      ...{ id: BATCH, workspaceId: WORKSPACE, jobIds: jobs.map(({ id }) => id), remaining: 2, failed: 0 },
      ...{ createdAtMs: START_MS, requestId: "request-1" },
    };
    fixture.batches.items.set(BATCH, batch);
    expect(await sweepJobs(fixture)).toBe(2);
    const events = fixture.published.map(({ eventId }) => eventId);
    expect(events).toEqual([...jobs.map(({ id }) => `${id}.failed`), `${BATCH}.completed`]);
    expect(fixture.published.at(-1)).toMatchObject({ status: "failed", totals: { total: 2, queued: 0, failed: 2 } });
  });
});

describe("the work of one run", () => {
  test("each run handles at most 100 jobs of a shard, and the following runs handle the others", async () => {
    const fixture = createRenderFixture(Array.from({ length: 250 }, (_, index) => otherJob(index)));
    const repaired = [];
    for (let run = 0; run < MAX_RUNS; run += 1) repaired.push(await sweepJobs(fixture));
    expect(repaired).toEqual([100, 100, 50]);
    expect(new Set(fixture.sent.map(({ message }) => message.jobId)).size).toBe(250);
  });

  test("jobs that can never be repaired do not keep the sweeper from the jobs that are due after them", async () => {
    const broken = Array.from({ length: 100 }, (_, index) => otherJob(index, { requestId: "broken" }));
    const late = otherJob(999, { sweepAtMs: START_MS + 1 });
    const fixture = createRenderFixture([...broken, late]);
    const queue: typeof fixture.queue = {
      ...fixture.queue,
      send: async (...args) =>
        args[2].requestId === "broken" ? Promise.reject(new Error("down")) : fixture.queue.send(...args),
    };
    fixture.clock.nowMs = START_MS + MINUTE_MS;
    expect(await sweepJobs({ ...fixture, queue })).toBe(0);
    fixture.clock.nowMs += MINUTE_MS;
    expect(await sweepJobs({ ...fixture, queue })).toBe(1);
    expect(fixture.sent.map(({ message }) => message.jobId)).toEqual([late.id]);
  });
});
