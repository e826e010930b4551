import { describe, expect, test } from "@jest/globals";
import { buryJob } from "../../../core/renders/bury-job.js";
import { sweepJobs } from "../../../core/renders/sweep-jobs.js";
import { createWorld, JOB, queuedJob, START_MS } from "../../support/world.js";

const MESSAGE = { jobId: JOB, requestId: "request-1" };

describe("the sweeper", () => {
  test("sends a job that no queue is known to have, once, and looks again later", async () => {
    const world = createWorld([queuedJob({ enqueuedAtMs: undefined, sweepAtMs: START_MS })]);
    expect(await sweepJobs(world)).toBe(1);
    expect(await sweepJobs(world)).toBe(0);
    expect(world.sent).toEqual([expect.objectContaining({ lane: "standard", message: MESSAGE })]);
    expect(world.jobs.items.get(JOB)?.sweepAtMs).toBe(START_MS + 300_000);
  });

  test("sends a job again whose renderer died", async () => {
    const world = createWorld([
      queuedJob({ attempts: 1, leaseUntilMs: START_MS - 1, leaseToken: "t", sweepAtMs: START_MS }),
    ]);
    await sweepJobs(world);
    expect(world.sent).toHaveLength(1);
  });

  test("leaves a job alone that a renderer holds, and one that waits in a queue", async () => {
    const held = queuedJob({ attempts: 1, leaseUntilMs: START_MS + 1, leaseToken: "t", sweepAtMs: START_MS });
    const waiting = queuedJob({ id: "3f2504e0-4f89-41d3-9a0c-0305e82c3302", createdAtMs: START_MS - 86_400_000 });
    const world = createWorld([held, waiting]);
    expect(await sweepJobs(world)).toBe(0);
    expect(world.sent).toEqual([]);
  });

  test("fails a job whose last attempt died, unless its picture is stored", async () => {
    const dead = queuedJob({ attempts: 3, leaseUntilMs: START_MS - 1, leaseToken: "t", sweepAtMs: START_MS });
    const other = { ...dead, id: "3f2504e0-4f89-41d3-9a0c-0305e82c3302" };
    const world = createWorld([dead, other]);
    world.stored.set(`renders/${other.id}.png`, new Uint8Array(5));
    await sweepJobs(world);
    expect(world.jobs.items.get(JOB)).toMatchObject({ status: "failed" });
    expect(world.jobs.items.get(other.id)).toMatchObject({ status: "done", bytes: 5 });
  });

  test("publishes an end that was not published", async () => {
    const world = createWorld([
      queuedJob({ status: "failed", error: "x", finishedAtMs: START_MS, sweepAtMs: START_MS }),
    ]);
    await sweepJobs(world);
    expect(world.published).toEqual([expect.objectContaining({ eventId: `${JOB}.failed` })]);
    expect(world.jobs.items.get(JOB)).toMatchObject({ publishedAtMs: START_MS });
  });

  test("does not let one job's fault keep the others waiting", async () => {
    const due = { enqueuedAtMs: undefined, sweepAtMs: START_MS };
    const world = createWorld([queuedJob(due), queuedJob({ ...due, id: "3f2504e0-4f89-41d3-9a0c-0305e82c3302" })]);
    const { queue: real } = world;
    const queue: typeof world.queue = {
      send: async (...args) => (args[2].jobId === JOB ? Promise.reject(new Error("down")) : real.send(...args)),
    };
    expect(await sweepJobs({ ...world, queue })).toBe(1);
  });
});

describe("a dead letter", () => {
  test("ends its job failed and publishes that", async () => {
    const world = createWorld([queuedJob({ attempts: 1 })]);
    expect(await buryJob(world, MESSAGE)).toEqual({ kind: "settled" });
    expect(world.jobs.items.get(JOB)).toMatchObject({ status: "failed" });
    expect(world.published).toHaveLength(1);
  });

  test("ends its job done when the picture is stored", async () => {
    const world = createWorld([queuedJob({ attempts: 3 })]);
    world.stored.set(`renders/${JOB}.png`, new Uint8Array(7));
    await buryJob(world, MESSAGE);
    expect(world.jobs.items.get(JOB)).toMatchObject({ status: "done", bytes: 7 });
  });

  test("waits while a renderer still holds the job", async () => {
    const world = createWorld([queuedJob({ attempts: 1, leaseUntilMs: START_MS + 9_000, leaseToken: "t" })]);
    expect(await buryJob(world, MESSAGE)).toEqual({ kind: "retry", afterSeconds: 9 });
  });

  test("of an ended job changes nothing but publishes an unpublished end", async () => {
    const world = createWorld([queuedJob({ status: "done", finishedAtMs: START_MS })]);
    await buryJob(world, MESSAGE);
    expect(world.jobs.items.get(JOB)).toMatchObject({ status: "done" });
    expect(world.published).toHaveLength(1);
  });

  test("of a job that does not exist is let go", async () => {
    expect(await buryJob(createWorld(), MESSAGE)).toEqual({ kind: "settled" });
  });
});
