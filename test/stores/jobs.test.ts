import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import type { StageTimes } from "../../core/renders/job.js";
import { SWEEP_SHARDS } from "../../core/renders/ports.js";
import { describeOnTables } from "../support/implementations.js";
import { OTHER_WORKSPACE, queuedJob, START_MS, WORKSPACE } from "../support/render-fixture.js";
import { DONE, FAILED, JOB_STORES, jobActions, type JobStores, lease, LEASE_MS } from "./job-stores.js";

describeOnTables<JobStores>("jobs", JOB_STORES, (stores) => {
  const { createJob, dueAt } = jobActions(stores);

  test("a created job is found by find, peek, and its own workspace", async () => {
    const { jobs } = stores();
    const job = await createJob({ metadata: { order: "7" }, webhookUrl: "https://example.com/", storedAs: "img/a" });
    expect(await jobs.find(job.id)).toEqual(job);
    expect(await jobs.peek(job.id)).toEqual(job);
    expect(await jobs.findOwned(WORKSPACE, job.id)).toEqual(job);
    expect(await jobs.findOwned(OTHER_WORKSPACE, job.id)).toBeUndefined();
    expect(await jobs.find(randomUUID())).toBeUndefined();
  });

  test("inputs and metadata keep every key and number, such as constructor, toString, and 1e300", async () => {
    const { jobs } = stores();
    const odd = { constructor: "x", toString: "y", hasOwnProperty: { name: "Set" }, valueOf: [{ constructor: "z" }] };
    const job = await createJob({
      inputs: { layers: { constructor: odd, then: {} }, variables: { ...odd, large: 1e300, small: 1e-300 } },
      metadata: { constructor: "a", toString: "b" },
    });
    const found = await jobs.find(job.id);
    expect(found?.inputs).toEqual(job.inputs);
    expect(found?.metadata).toEqual(job.metadata);
  });

  test("creating a job with an existing ID throws and does not change the job", async () => {
    const { jobs } = stores();
    const job = await createJob();
    await expect(jobs.create({ ...job, priority: 0 }, { grant: 1000 })).rejects.toThrow("could not be created");
    expect(await jobs.find(job.id)).toEqual(job);
  });

  test("undoing a creation deletes a job that was never claimed", async () => {
    const { jobs } = stores();
    const job = await createJob();
    expect(await jobs.undoCreation(job, START_MS)).toBe(true);
    expect(await jobs.find(job.id)).toBeUndefined();
    expect(await jobs.undoCreation(job, START_MS)).toBe(false);
  });

  test("undoing the creation of a claimed or released job returns false and does not change it", async () => {
    const { jobs } = stores();
    const job = await createJob();
    await jobs.claim(job.id, lease());
    expect(await jobs.undoCreation(job, START_MS)).toBe(false);
    await jobs.release(job.id, "token");
    expect(await jobs.undoCreation(job, START_MS)).toBe(false);
    expect(await jobs.find(job.id)).toMatchObject({ status: "queued", attempts: 1 });
  });

  test("a claim counts an attempt and stores the lease", async () => {
    const { jobs } = stores();
    const job = await createJob();
    const claim = await jobs.claim(job.id, lease());
    const claimed = { attempts: 1, leaseUntilMs: START_MS + LEASE_MS, leaseToken: "token" };
    expect(claim).toMatchObject({ kind: "claimed", job: { id: job.id, ...claimed } });
    expect(await jobs.find(job.id)).toMatchObject(claimed);
  });

  test("one of 20 concurrent claims succeeds", async () => {
    const job = await createJob();
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => stores().jobs.claim(job.id, lease(START_MS, `token ${index}`))),
    );
    expect(claims.filter(({ kind }) => kind === "claimed")).toHaveLength(1);
    expect(claims.filter(({ kind }) => kind === "leased")).toHaveLength(19);
  });

  test("a claim of a missing job returns missing", async () => {
    expect(await stores().jobs.claim(randomUUID(), lease())).toEqual({ kind: "missing" });
  });

  test("a claim of an ended job returns terminal", async () => {
    const { jobs } = stores();
    const job = await createJob();
    await jobs.end(job, { unleasedAtMs: START_MS }, FAILED, START_MS);
    expect(await jobs.claim(job.id, lease())).toMatchObject({ kind: "terminal", job: FAILED });
  });

  test("a claim of a job with an active lease returns leased, and succeeds when the lease ends", async () => {
    const { jobs } = stores();
    const job = await createJob();
    await jobs.claim(job.id, lease());
    const endMs = START_MS + LEASE_MS;
    expect(await jobs.claim(job.id, lease(endMs - 1))).toEqual({ kind: "leased", untilMs: endMs });
    expect(await jobs.claim(job.id, lease(endMs))).toMatchObject({ kind: "claimed", job: { attempts: 2 } });
  });

  test("a claim that is repeated with its own lease has the job, and counts one attempt", async () => {
    const { jobs } = stores();
    const job = await createJob();
    await jobs.claim(job.id, lease());
    expect(await jobs.claim(job.id, lease())).toMatchObject({ kind: "claimed", job: { attempts: 1 } });
  });

  test("a fourth claim returns exhausted, or leased while the third lease is active", async () => {
    const { jobs } = stores();
    const job = await createJob();
    for (const token of ["first", "second"]) {
      await jobs.claim(job.id, lease(START_MS, token));
      await jobs.release(job.id, token);
    }
    await jobs.claim(job.id, lease());
    const endMs = START_MS + LEASE_MS;
    expect(await jobs.claim(job.id, lease(endMs - 1))).toEqual({ kind: "leased", untilMs: endMs });
    expect(await jobs.claim(job.id, lease(endMs))).toMatchObject({ kind: "exhausted", job: { attempts: 3 } });
  });

  test("a job whose renderer died twice without reporting is exhausted, and a reported attempt does not count", async () => {
    const { jobs } = stores();
    const job = await createJob();
    await jobs.claim(job.id, lease());
    const secondMs = START_MS + LEASE_MS;
    expect(await jobs.claim(job.id, lease(secondMs))).toMatchObject({ kind: "claimed", job: { attempts: 2 } });
    expect(await jobs.claim(job.id, lease(secondMs + LEASE_MS))).toMatchObject({
      kind: "exhausted",
      job: { attempts: 2 },
    });
    const other = await createJob();
    await jobs.claim(other.id, lease());
    await jobs.claim(other.id, lease(secondMs));
    await jobs.release(other.id, "token");
    expect(await jobs.claim(other.id, lease(secondMs))).toMatchObject({ kind: "claimed", job: { attempts: 3 } });
  });

  test("a job that was never claimed is counted as enqueued again at most three times, even by 10 calls at once", async () => {
    const { jobs } = stores();
    const job = await createJob();
    const counts = await Promise.all(Array.from({ length: 10 }, () => jobs.countRequeue(job.id)));
    expect(counts.filter((count) => count !== undefined).sort()).toEqual([1, 2, 3]);
    expect(await jobs.find(job.id)).toMatchObject({ status: "queued", attempts: 0, requeues: 3 });
  });

  test("a claimed, ended or missing job is not counted as enqueued again", async () => {
    const { jobs } = stores();
    const job = await createJob();
    await jobs.claim(job.id, lease());
    expect(await jobs.countRequeue(job.id)).toBeUndefined();
    await jobs.release(job.id, "token");
    expect(await jobs.countRequeue(job.id)).toBeUndefined();
    expect(await jobs.countRequeue(randomUUID())).toBeUndefined();
    expect(await jobs.find(job.id)).not.toHaveProperty("requeues");
  });

  test("a release ends the lease of its own token only", async () => {
    const { jobs } = stores();
    const job = await createJob();
    await jobs.claim(job.id, lease());
    await jobs.release(job.id, "other token");
    expect(await jobs.claim(job.id, lease(START_MS, "another token"))).toMatchObject({ kind: "leased" });
    await jobs.release(job.id, "token");
    expect(await jobs.claim(job.id, lease())).toMatchObject({ kind: "claimed", job: { attempts: 2 } });
  });

  test("the renderer with the lease token ends the job, even after the lease expired", async () => {
    const { jobs } = stores();
    const job = await createJob();
    await jobs.claim(job.id, lease());
    const warnings = [{ code: "TEXT_CUT", layer: "title", message: "Cut." }] as const;
    const endMs = START_MS + 2 * LEASE_MS;
    const stages: StageTimes = [4, 3, 15, 9, 6];
    const ended = await jobs.end(job, { leaseToken: "token" }, { ...DONE, renderMs: 5, stages, warnings }, endMs);
    expect(ended).toMatchObject({ ...DONE, renderMs: 5, stages, warnings, finishedAtMs: endMs, attempts: 1 });
    const stored = await jobs.find(job.id);
    expect(stored).toEqual(ended);
    expect(stored?.leaseToken).toBeUndefined();
    expect(stored?.leaseUntilMs).toBeUndefined();
  });

  test("another token cannot end the job", async () => {
    const { jobs } = stores();
    const job = await createJob();
    await jobs.claim(job.id, lease());
    expect(await jobs.end(job, { leaseToken: "other token" }, DONE, START_MS)).toBeUndefined();
    expect(await jobs.find(job.id)).toMatchObject({ status: "queued", attempts: 1 });
  });

  test("a job without an active lease can be ended, and a job with one cannot", async () => {
    const { jobs } = stores();
    const job = await createJob();
    await jobs.claim(job.id, lease());
    const endMs = START_MS + LEASE_MS;
    expect(await jobs.end(job, { unleasedAtMs: endMs - 1 }, FAILED, endMs)).toBeUndefined();
    expect(await jobs.end(job, { unleasedAtMs: endMs }, FAILED, endMs)).toMatchObject(FAILED);
    const queued = await createJob();
    expect(await jobs.end(queued, { unleasedAtMs: START_MS }, FAILED, START_MS)).toMatchObject(FAILED);
  });

  test("an ended job does not change when it is ended, released, or enqueued again", async () => {
    const { jobs } = stores();
    const job = await createJob();
    await jobs.claim(job.id, lease());
    const ended = await jobs.end(job, { leaseToken: "token" }, DONE, START_MS);
    expect(await jobs.end(job, { leaseToken: "token" }, FAILED, START_MS)).toBeUndefined();
    expect(await jobs.end(job, { unleasedAtMs: START_MS }, FAILED, START_MS)).toBeUndefined();
    await jobs.release(job.id, "token");
    await jobs.markEnqueued(job.id, START_MS + 5);
    expect(await jobs.find(job.id)).toEqual(ended);
  });

  test("marking a job as enqueued removes it from the sweeper's index, but not after a claim", async () => {
    const { jobs } = stores();
    const [enqueued, claimed] = [await createJob(), await createJob()];
    await jobs.markEnqueued(enqueued.id, START_MS + 5);
    expect(await jobs.find(enqueued.id)).toMatchObject({ enqueuedAtMs: START_MS + 5 });
    await jobs.claim(claimed.id, lease());
    await jobs.markEnqueued(claimed.id, START_MS + 5);
    const due = await dueAt(START_MS + 10 * LEASE_MS);
    expect(due).not.toContain(enqueued.id);
    expect(due).toContain(claimed.id);
  });

  test("the sweeper's index contains a leased job 30 seconds after the end of its lease", async () => {
    const { jobs } = stores();
    const job = await createJob();
    await jobs.claim(job.id, lease());
    const dueMs = START_MS + LEASE_MS + 30_000;
    expect(await dueAt(dueMs - 1)).not.toContain(job.id);
    expect(await dueAt(dueMs)).toContain(job.id);
    await jobs.release(job.id, "token");
    expect(await dueAt(dueMs)).not.toContain(job.id);
  });

  test("the sweeper's index contains an ended job until its end is published", async () => {
    const { jobs } = stores();
    const job = await createJob();
    await jobs.end(job, { unleasedAtMs: START_MS }, FAILED, START_MS);
    expect(await dueAt(START_MS + 59_999)).not.toContain(job.id);
    expect(await dueAt(START_MS + 60_000)).toContain(job.id);
    await jobs.markPublished(job.id, START_MS + 5);
    await jobs.markPublished(job.id, START_MS + 9);
    expect(await dueAt(START_MS + 60_000)).not.toContain(job.id);
    expect(await jobs.find(job.id)).toMatchObject({ publishedAtMs: START_MS + 5 });
  });

  test("postponing moves the sweeper's check of a job in the index, and does not add other jobs", async () => {
    const { jobs } = stores();
    const [inIndex, enqueued] = [await createJob(), await createJob()];
    await jobs.markEnqueued(enqueued.id, START_MS);
    for (const { id } of [inIndex, enqueued]) await jobs.postponeSweep(id, START_MS + 90_000);
    expect(await dueAt(START_MS + 89_999)).not.toContain(inIndex.id);
    const due = await dueAt(START_MS + 90_000);
    expect(due).toContain(inIndex.id);
    expect(due).not.toContain(enqueued.id);
  });

  test("changes of a missing job are ignored and do not create it", async () => {
    const { jobs } = stores();
    const job = queuedJob({ id: randomUUID() });
    await jobs.markEnqueued(job.id, START_MS);
    await jobs.release(job.id, "token");
    await jobs.markPublished(job.id, START_MS);
    await jobs.postponeSweep(job.id, START_MS);
    expect(await jobs.end(job, { unleasedAtMs: START_MS }, DONE, START_MS)).toBeUndefined();
    expect(await jobs.find(job.id)).toBeUndefined();
  });

  test("the list of due jobs contains the oldest jobs of a shard first, up to its limit", async () => {
    const dueAtMs = new Map<string, number>();
    for (let index = 0; index < 40; index += 1) {
      const sweepAtMs = START_MS - 1_000_000 + ((index * 7) % 40);
      dueAtMs.set((await createJob({ sweepAtMs })).id, sweepAtMs);
    }
    const shards = Array.from({ length: SWEEP_SHARDS }, (_, shard) => shard);
    const perShard = async (limit: number) =>
      await Promise.all(shards.map((shard) => stores().jobs.listDue(shard, START_MS - 900_000, limit)));
    const all = await perShard(1000);
    expect(all.flat().sort()).toEqual([...dueAtMs.keys()].sort());
    const times = all.map((ids) => ids.map((id) => dueAtMs.get(id) ?? 0));
    expect(times).toEqual(times.map((list) => list.toSorted((a, b) => a - b)));
    expect(await perShard(2)).toEqual(all.map((ids) => ids.slice(0, 2)));
  });
});
