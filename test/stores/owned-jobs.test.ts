import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import type { Job } from "../../core/renders/job.js";
import { describeOnTables } from "../support/implementations.js";
import { START_MS, WORKSPACE } from "../support/render-fixture.js";
import { DONE, FAILED, JOB_STORES, jobActions, type JobStores, lease } from "./job-stores.js";

describeOnTables<JobStores>("jobs of an owner", JOB_STORES, (stores) => {
  const { createJob, dueAt } = jobActions(stores);

  test("one of 10 claims and 10 concurrent cancellations succeeds, and a cancellation that wins refunds once", async () => {
    const { jobs } = stores();
    const job = await createJob({ debit: { date: "2026-11-01", credits: 1 } });
    const attempts = Array.from({ length: 20 }, async (_, index) =>
      index % 2 === 0
        ? (await jobs.claim(job.id, lease(START_MS, String(index)))).kind === "claimed"
        : (await jobs.end(job, { unleasedAtMs: START_MS }, FAILED, START_MS)) !== undefined,
    );
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
    const stored = await jobs.find(job.id);
    expect([stored?.status, stored?.attempts]).toEqual(stored?.status === "failed" ? ["failed", 0] : ["queued", 1]);
  });

  test("the list of a workspace contains its jobs, newest first, starting at any position", async () => {
    const { jobs } = stores();
    const workspaceId = randomUUID();
    const created: Job[] = [];
    for (const createdAtMs of [START_MS, START_MS + 2, START_MS + 1]) {
      created.push(await createJob({ workspaceId, createdAtMs }));
    }
    const [oldest, newest, middle] = created.map(({ id }) => id);
    const first = await jobs.listOwned(workspaceId, { limit: 2 });
    expect([first.jobs.map(({ id }) => id), first.examined]).toEqual([[newest, middle], 2]);
    const second = await jobs.listOwned(workspaceId, { limit: 2, before: first.next });
    expect([second.jobs.map(({ id }) => id), second.next]).toEqual([[oldest], undefined]);
  });

  test("a job that has ended is removed once, only by its own workspace, and remains for late messages", async () => {
    const { jobs } = stores();
    const workspaceId = randomUUID();
    const times = { nowMs: START_MS, forgetAtMs: START_MS + 1_000 };
    const job = await createJob({ workspaceId, inputs: { layers: { a: { text: "x" } }, variables: {} } });
    expect(await jobs.remove(workspaceId, job.id, times)).toBe(false);
    await jobs.end(job, { unleasedAtMs: START_MS }, DONE, START_MS);
    expect(await jobs.remove(WORKSPACE, job.id, times)).toBe(false);
    expect(await jobs.remove(workspaceId, job.id, times)).toBe(true);
    expect(await jobs.remove(workspaceId, job.id, times)).toBe(false);
    expect(await jobs.findOwned(workspaceId, job.id)).toBeUndefined();
    expect((await jobs.listOwned(workspaceId, { limit: 10 })).jobs).toEqual([]);
    expect(await jobs.claim(job.id, lease())).toMatchObject({ kind: "terminal", job: { deletedAtMs: START_MS } });
    expect(await jobs.find(job.id)).toMatchObject({ status: "done", inputs: { layers: {}, variables: {} } });
    expect(await dueAt(START_MS + 60_000)).toContain(job.id);
  });

  test("removing a missing job does not create it", async () => {
    const id = randomUUID();
    expect(await stores().jobs.remove(WORKSPACE, id, { nowMs: START_MS })).toBe(false);
    expect(await stores().jobs.find(id)).toBeUndefined();
  });
});
