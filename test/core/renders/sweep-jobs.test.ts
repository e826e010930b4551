import { describe, expect, test } from "@jest/globals";
import { failDeadLetteredJob } from "../../../core/renders/fail-dead-lettered-job.js";
import { sweepJobs } from "../../../core/renders/sweep-jobs.js";
import { createRenderFixture, JOB, queuedJob, START_MS, WORKSPACE } from "../../support/render-fixture.js";

const MESSAGE = { jobId: JOB, requestId: "request-1", workspaceId: WORKSPACE };

describe("the sweeper", () => {
  test("the sweeper enqueues a job that is not marked as enqueued, and checks it again later", async () => {
    const fixture = createRenderFixture([queuedJob({ enqueuedAtMs: undefined, sweepAtMs: START_MS })]);
    expect(await sweepJobs(fixture)).toBe(1);
    expect(await sweepJobs(fixture)).toBe(0);
    expect(fixture.sent).toEqual([expect.objectContaining({ queue: "standard", message: MESSAGE })]);
    expect(fixture.jobs.items.get(JOB)?.sweepAtMs).toBe(START_MS + 300_000);
  });

  test("the sweeper and the dead-letter function enqueue a heavy job in the heavy queue, whatever its priority", async () => {
    const fixture = createRenderFixture([
      queuedJob({ heavy: true, priority: 0, enqueuedAtMs: undefined, sweepAtMs: START_MS }),
    ]);
    await sweepJobs(fixture);
    await failDeadLetteredJob(fixture, MESSAGE);
    expect(fixture.sent.map(({ queue }) => queue)).toEqual(["heavy", "heavy"]);
  });

  test("the sweeper enqueues a job whose renderer crashed", async () => {
    const fixture = createRenderFixture([
      queuedJob({ attempts: 1, leaseUntilMs: START_MS - 1, leaseToken: "t", sweepAtMs: START_MS }),
    ]);
    await sweepJobs(fixture);
    expect(fixture.sent).toHaveLength(1);
  });

  test("the sweeper does not change a job with an active lease, or a job that waits in a queue", async () => {
    const leased = queuedJob({ attempts: 1, leaseUntilMs: START_MS + 1, leaseToken: "t", sweepAtMs: START_MS });
    const waiting = queuedJob({ id: "3f2504e0-4f89-41d3-9a0c-0305e82c3302", createdAtMs: START_MS - 86_400_000 });
    const fixture = createRenderFixture([leased, waiting]);
    expect(await sweepJobs(fixture)).toBe(0);
    expect(fixture.sent).toEqual([]);
  });

  test("the sweeper fails a job whose last attempt crashed, unless its picture is stored", async () => {
    const crashed = queuedJob({ attempts: 3, leaseUntilMs: START_MS - 1, leaseToken: "t", sweepAtMs: START_MS });
    const other = { ...crashed, id: "3f2504e0-4f89-41d3-9a0c-0305e82c3302" };
    const fixture = createRenderFixture([crashed, other]);
    fixture.stored.set(`renders/${other.id}.png`, new Uint8Array(5));
    await sweepJobs(fixture);
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ status: "failed" });
    expect(fixture.jobs.items.get(other.id)).toMatchObject({ status: "done", bytes: 5 });
  });

  test("the sweeper publishes the end of a job that was not published", async () => {
    const fixture = createRenderFixture([
      queuedJob({ status: "failed", error: "x", finishedAtMs: START_MS, sweepAtMs: START_MS }),
    ]);
    await sweepJobs(fixture);
    expect(fixture.published).toEqual([expect.objectContaining({ eventId: `${JOB}.failed` })]);
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ publishedAtMs: START_MS });
  });

  test("an error of one job does not stop the sweeper from repairing the others", async () => {
    const due = { enqueuedAtMs: undefined, sweepAtMs: START_MS };
    const fixture = createRenderFixture([
      queuedJob(due),
      queuedJob({ ...due, id: "3f2504e0-4f89-41d3-9a0c-0305e82c3302" }),
    ]);
    const { queue: real } = fixture;
    const queue: typeof fixture.queue = {
      ...real,
      send: async (...args) => (args[2].jobId === JOB ? Promise.reject(new Error("down")) : real.send(...args)),
    };
    expect(await sweepJobs({ ...fixture, queue })).toBe(1);
  });
});

describe("a job that cannot be parsed", () => {
  const corrupt = () => {
    const fixture = createRenderFixture([
      queuedJob({ leaseUntilMs: START_MS + 60_000, attempts: 1, sweepAtMs: START_MS }),
    ]);
    fixture.jobs.corrupt.add(JOB);
    return fixture;
  };
  const failed = {
    status: "failed",
    error: expect.stringContaining("Create the render again"),
    publishedAtMs: START_MS,
  };

  test("the dead-letter function ends a job that it cannot parse, and publishes its end once", async () => {
    const fixture = corrupt();
    expect(await failDeadLetteredJob(fixture, MESSAGE)).toEqual({ kind: "settled" });
    expect(await failDeadLetteredJob(fixture, MESSAGE)).toEqual({ kind: "settled" });
    expect(fixture.jobs.items.get(JOB)).toMatchObject(failed);
    expect(fixture.published).toEqual([expect.objectContaining({ eventId: `${JOB}.failed` })]);
  });

  test("the sweeper ends a job that it cannot parse, and no longer checks it", async () => {
    const fixture = corrupt();
    await sweepJobs(fixture);
    await sweepJobs(fixture);
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ ...failed, sweepAtMs: undefined });
    expect(fixture.published).toHaveLength(1);
  });
});

describe("failDeadLetteredJob", () => {
  test("failDeadLetteredJob ends the job as failed and publishes its end", async () => {
    const fixture = createRenderFixture([queuedJob({ attempts: 1 })]);
    expect(await failDeadLetteredJob(fixture, MESSAGE)).toEqual({ kind: "settled" });
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ status: "failed" });
    expect(fixture.published).toHaveLength(1);
    expect(fixture.sent).toEqual([]);
  });

  test.each([
    [1, "The picture could not be rendered in 1 attempt. "],
    [2, "The picture could not be rendered in 2 attempts. "],
    [3, "The picture could not be rendered in 3 attempts. "],
  ])("a dead-lettered job with %i attempts states this number in its error", async (attempts, sentence) => {
    const fixture = createRenderFixture([queuedJob({ attempts })]);
    await failDeadLetteredJob(fixture, MESSAGE);
    expect(fixture.jobs.items.get(JOB)?.error).toContain(sentence);
  });

  test("a dead-lettered job that was never claimed is enqueued again three times, and then fails without attempts", async () => {
    const fixture = createRenderFixture([queuedJob({ priority: 2 })]);
    const counted = { ...fixture, log: { ...fixture.log, warn: collect } };
    const warned: unknown[] = [];
    function collect(_message: string, facts: unknown) {
      warned.push(facts);
    }
    for (const requeues of [1, 2, 3]) {
      expect(await failDeadLetteredJob(counted, MESSAGE)).toEqual({ kind: "settled" });
      expect(fixture.jobs.items.get(JOB)).toMatchObject({ status: "queued", attempts: 0, requeues });
    }
    expect(fixture.sent).toEqual(Array(3).fill({ queue: "bulk", workspaceId: WORKSPACE, message: MESSAGE }));
    expect(await failDeadLetteredJob(counted, MESSAGE)).toEqual({ kind: "settled" });
    expect(fixture.sent).toHaveLength(3);
    expect(fixture.jobs.items.get(JOB)).toMatchObject({
      status: "failed",
      error: "The picture was not rendered, because no renderer was free for a long time. Try again.",
    });
    expect(warned.at(-1)).toMatchObject({ jobId: JOB, attempts: 0, event: "job-attempts-exhausted" });
  });

  test("a dead-lettered job whose message cannot be sent stays queued, and its count limits the next tries", async () => {
    const fixture = createRenderFixture([queuedJob()]);
    const queue = { send: async () => Promise.reject(new Error("down")) };
    await expect(failDeadLetteredJob({ ...fixture, queue }, MESSAGE)).rejects.toThrow("down");
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ status: "queued", requeues: 1 });
  });

  test("failDeadLetteredJob ends the job as done if its picture is stored", async () => {
    const fixture = createRenderFixture([queuedJob({ attempts: 3 })]);
    fixture.stored.set(`renders/${JOB}.png`, new Uint8Array(7));
    await failDeadLetteredJob(fixture, MESSAGE);
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ status: "done", bytes: 7 });
  });

  test("failDeadLetteredJob retries the message while the job has an active lease", async () => {
    const fixture = createRenderFixture([queuedJob({ attempts: 1, leaseUntilMs: START_MS + 9_000, leaseToken: "t" })]);
    expect(await failDeadLetteredJob(fixture, MESSAGE)).toEqual({ kind: "retry", afterSeconds: 9 });
  });

  test("failDeadLetteredJob only publishes the end of a job that has already ended", async () => {
    const fixture = createRenderFixture([queuedJob({ status: "done", finishedAtMs: START_MS })]);
    await failDeadLetteredJob(fixture, MESSAGE);
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ status: "done" });
    expect(fixture.published).toHaveLength(1);
  });

  test("failDeadLetteredJob settles the message of a job that does not exist", async () => {
    expect(await failDeadLetteredJob(createRenderFixture(), MESSAGE)).toEqual({ kind: "settled" });
  });
});
