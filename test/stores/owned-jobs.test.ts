import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { createJobsTable } from "../../aws/jobs-table.js";
import type { Job } from "../../core/renders/job.js";
import { type JobStore, SWEEP_SHARDS } from "../../core/renders/ports.js";
import { describeOnTables } from "../support/implementations.js";
import { createInMemoryJobs } from "../support/in-memory-jobs.js";
import { queuedJob, START_MS, WORKSPACE } from "../support/render-fixture.js";

const LEASE_MS = 60_000;
const lease = (nowMs = START_MS, token = "token") => ({ nowMs, untilMs: nowMs + LEASE_MS, token });
const DONE = { status: "done", bytes: 7 } as const;
const FAILED = { status: "failed", error: "There is no image." } as const;

describeOnTables<{ jobs: JobStore }>(
  "jobs of an owner",
  {
    inMemory: () => ({ jobs: createInMemoryJobs() }),
    adapter: ({ client, names }) => ({
      jobs: createJobsTable(client, { jobs: names.Jobs, workspaces: names.Workspaces }),
    }),
  },
  (stores) => {
    /** Stores a new job that the sweeper checks after one minute. */
    async function createJob(more: Partial<Job> = {}): Promise<Job> {
      const job = queuedJob({ id: randomUUID(), enqueuedAtMs: undefined, sweepAtMs: START_MS + 60_000, ...more });
      expect(await stores().jobs.create(job, { grant: 1000 })).toBe("created");
      return job;
    }

    /** The jobs of all shards that are due. */
    async function dueAt(nowMs: number, limit = 1000): Promise<string[]> {
      const shards = Array.from({ length: SWEEP_SHARDS }, (_, shard) => stores().jobs.listDue(shard, nowMs, limit));
      return (await Promise.all(shards)).flat();
    }

    test("one of 10 claims and 10 cancellations at the same time succeeds, and a cancellation that wins refunds once", async () => {
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

    test("the list of a workspace contains its jobs, newest first, from a position on", async () => {
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
  },
);
