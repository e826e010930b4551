import { describe, expect, test } from "@jest/globals";
import { createSlots } from "../../../core/access/slots.js";
import { cancelBatch } from "../../../core/batches/cancel-batch.js";
import { createFollowBatch } from "../../../core/batches/follow-batch.js";
import { presentBatch } from "../../../core/batches/present-batch.js";
import { streamBatchEvents } from "../../../core/batches/stream-batch-events.js";
import { waitForBatch } from "../../../core/batches/wait-for-batch.js";
import { presentJob } from "../../../core/renders/present-job.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { createRenderFixture, OTHER_WORKSPACE, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { batchOfSize, contextOf, createdBatch, TEAM } from "./batch-fixture.js";

const ring = { current: "k1", keys: { k1: "k".repeat(64) } };
const caller = { workspaceId: WORKSPACE, plan: { ...TEAM, concurrentWaits: 1 } };

/** Creates a batch with a job for each time in the list. A job ends after its time, or never if it is `undefined`. */
async function following(endsAfterMs: readonly (number | undefined)[]) {
  const fixture = createRenderFixture();
  const { batch, jobs } = await createdBatch(fixture, batchOfSize(endsAfterMs.length));
  const left = endsAfterMs.flatMap((afterMs, index) =>
    afterMs === undefined ? [] : [{ atMs: START_MS + afterMs, job: jobs[index] }],
  );
  const pause = async (ms: number) => {
    fixture.clock.nowMs += ms;
    for (const end of left.filter(({ atMs }) => atMs <= fixture.clock.nowMs).sort((a, b) => a.atMs - b.atMs)) {
      left.splice(left.indexOf(end), 1);
      if (end.job !== undefined)
        await fixture.jobs.end(end.job, { unleasedAtMs: end.atMs }, { status: "done", bytes: 1 }, end.atMs);
    }
  };
  const waiting = {
    batches: fixture.batches,
    followBatch: createFollowBatch({ batches: fixture.batches, now: fixture.now, pause }),
    takeWaitSlot: createSlots({
      store: createInMemoryLimits(),
      name: "waits",
      now: fixture.now,
      newToken: fixture.newToken,
    }),
    now: fixture.now,
    log: fixture.log,
    presentJob: (job: Parameters<typeof presentJob>[0]) => presentJob(job, ring),
    presentBatch: (read: Parameters<typeof presentBatch>[0]) => presentBatch(read, ring),
  };
  const read = async (lastEventId?: string, chunks = Infinity) => {
    const texts: string[] = [];
    for await (const text of (await streamBatchEvents(waiting, caller, batch.id, lastEventId)) ?? []) {
      texts.push(text);
      if (texts.length >= chunks) break;
    }
    const blocks = texts
      .filter((text) => text.startsWith("id: "))
      .map((text) => text.split("\n").map((line) => line.slice(line.indexOf(" ") + 1)));
    return blocks.map(([id = "", event = "", data = ""]) => ({
      id,
      event,
      data: JSON.parse(data) as { id: string; status: string },
    }));
  };
  return { ...fixture, batch, created: jobs, waiting, pause, read };
}

describe("a wait for a batch", () => {
  test("a wait for a batch ends within half a second after the last job", async () => {
    const { waiting, batch, clock } = await following([100, 4_000, 900]);
    const waited = await waitForBatch(waiting, caller, batch.id, 30_000);
    expect(waited.batch.remaining).toBe(0);
    expect(waited.jobs.map(({ status }) => status)).toEqual(["done", "done", "done"]);
    expect(clock.nowMs - START_MS).toBeLessThanOrEqual(4_500);
  });

  test("a wait whose time is over returns the current state of the batch and frees its slot", async () => {
    const { waiting, batch, clock } = await following([100, undefined]);
    for (let waits = 1; waits <= 2; waits += 1) {
      expect((await waitForBatch(waiting, caller, batch.id, 1_000)).batch.remaining).toBe(1);
      expect(clock.nowMs - START_MS).toBe(waits * 1_000);
    }
  });

  test("a wait for a batch of another workspace returns NOT_FOUND", async () => {
    const { waiting, batch } = await following([0]);
    const foreign = waitForBatch(waiting, { ...caller, workspaceId: OTHER_WORKSPACE }, batch.id, 1_000);
    await expect(foreign).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("the events of a batch", () => {
  test("a stream has one event for each job, in the order in which the jobs end, and one for the end of the batch", async () => {
    const { read, created } = await following([2_000, 1_000, 3_000]);
    const events = await read();
    expect(events.map(({ id, event }) => `${event} ${id}`)).toEqual([
      "status jobs.2",
      "status jobs.3",
      "status jobs.7",
      "batch done.7",
    ]);
    expect(events.slice(0, 3).map(({ data }) => data.id)).toEqual([1, 0, 2].map((index) => created[index]?.id));
    expect(events[3]?.data).toMatchObject({ status: "done", totals: { total: 3, queued: 0, done: 3, failed: 0 } });
  });

  test("a stream neither loses nor repeats an event after a reconnect, wherever it broke", async () => {
    for (let broken = 1; broken <= 9; broken += 1) {
      const { read, pause } = await following([2_000, 1_000, 3_000]);
      const first = await read(undefined, broken);
      await pause(5_000);
      const second = await read(first.at(-1)?.id);
      const ids = [...first, ...second].map(({ data }) => data.id);
      expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
    }
  });

  test("a reader that has received the end gets no stream", async () => {
    const { read, pause, waiting, batch } = await following([1]);
    await pause(10);
    const [, end] = await read();
    expect(await streamBatchEvents(waiting, caller, batch.id, end?.id)).toBeUndefined();
  });

  test("a stream starts from the beginning for an unknown Last-Event-ID", async () => {
    const { read, pause } = await following([1, 2]);
    await pause(10);
    expect(await read("queued.0")).toHaveLength(3);
  });

  test("a stream takes a slot of the plan until it ends", async () => {
    const { waiting, batch } = await following([undefined]);
    const open = await streamBatchEvents(waiting, caller, batch.id, undefined);
    await open?.next();
    await expect(waitForBatch(waiting, caller, batch.id, 1_000)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await open?.return();
    expect((await waitForBatch(waiting, caller, batch.id, 1_000)).batch.remaining).toBe(1);
  });
});

describe("cancelBatch", () => {
  test("cancelBatch ends and refunds the queued jobs, and leaves the job that a renderer has claimed", async () => {
    const fixture = createRenderFixture();
    const poor = contextOf({ ...TEAM, credits: 3 });
    const { batch, jobs } = await createdBatch(fixture, batchOfSize(3), poor);
    await fixture.jobs.claim(jobs[1]?.id ?? "", { nowMs: START_MS, untilMs: START_MS + 60_000, token: "t" });
    const canceled = await cancelBatch(fixture, WORKSPACE, batch.id);
    expect(canceled.jobs.map(({ status }) => status)).toEqual(["failed", "queued", "failed"]);
    expect(canceled.batch).toMatchObject({ remaining: 1, failed: 2 });
    await createdBatch(fixture, batchOfSize(2), poor);
    await fixture.jobs.end(jobs[1] as (typeof jobs)[0], { leaseToken: "t" }, { status: "done", bytes: 1 }, START_MS);
    expect(presentBatch(await cancelBatch(fixture, WORKSPACE, batch.id), ring)).toMatchObject({
      status: "done",
      totals: { total: 3, queued: 0, done: 1, failed: 2 },
    });
  });

  test("cancelBatch does not find a batch of another workspace", async () => {
    const fixture = createRenderFixture();
    const { batch } = await createdBatch(fixture, batchOfSize(1));
    await expect(cancelBatch(fixture, OTHER_WORKSPACE, batch.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(fixture.batches.items.get(batch.id)?.remaining).toBe(1);
  });
});
