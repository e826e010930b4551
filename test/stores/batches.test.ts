import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { createBalances } from "../../aws/balances.js";
import { createBatchesTable } from "../../aws/batches-table.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import type { Batch } from "../../core/batches/batch.js";
import type { BatchStore } from "../../core/batches/ports.js";
import type { BalanceStore } from "../../core/billing/month-balance.js";
import type { JobStore } from "../../core/renders/ports.js";
import { newBatch } from "../support/batch-samples.js";
import { describeOnTables } from "../support/implementations.js";
import { createInMemoryJobs } from "../support/in-memory-jobs.js";
import { START_MS } from "../support/render-fixture.js";
import { DONE, FAILED, lease } from "./job-stores.js";

const UNLEASED = { unleasedAtMs: START_MS };
const MONTH = "2026-11";

interface Stores {
  readonly jobs: JobStore;
  readonly batches: BatchStore;
  readonly balances: BalanceStore;
}

describeOnTables<Stores>(
  "batches",
  {
    inMemory: () => {
      const jobs = createInMemoryJobs();
      return { jobs, batches: jobs.batches, balances: jobs.balances };
    },
    adapter: ({ client, names }) => {
      const tables = { jobs: names.Jobs, workspaces: names.Workspaces, batches: names.Batches };
      return {
        jobs: createJobsTable(client, tables),
        batches: createBatchesTable(client, tables),
        balances: createBalances(client, names.Workspaces),
      };
    },
  },
  (stores) => {
    async function createBatch(
      size: number,
      { grant = 1000, ...more }: Parameters<typeof newBatch>[1] & { grant?: number } = {},
    ) {
      const created = newBatch(size, { workspaceId: randomUUID(), ...more });
      expect(await stores().batches.create(created.batch, created.jobs, { grant })).toBe("created");
      return created;
    }
    const balanceOf = async (workspaceId: string) => {
      const { spent = 0, remaining = 0 } = (await stores().balances.find(workspaceId, MONTH)) ?? {};
      return { spent, remaining };
    };

    test("a created batch is found with its jobs in their order", async () => {
      const { batches, jobs: store } = stores();
      const { batch, jobs } = await createBatch(50, { webhookUrl: "https://example.com/" });
      const { debit, ...rest } = batch;
      expect(await batches.find(batch.id)).toMatchObject(rest);
      expect(await batches.peek(batch.id)).toMatchObject(rest);
      expect((await batches.jobsOf(batch)).map(({ id }) => id)).toEqual(jobs.map(({ id }) => id));
      expect((await store.find(jobs[7]?.id ?? ""))?.batchId).toBe(batch.id);
      expect(await batches.find(randomUUID())).toBeUndefined();
      expect(debit?.credits).toBe(50);
    });

    test("the list of a workspace contains its batches, newest first, starting after any of them, even after a deleted one", async () => {
      const { batches } = stores();
      const workspaceId = randomUUID();
      const created: string[] = [];
      for (const createdAtMs of [START_MS, START_MS + 2, START_MS + 1]) {
        created.push((await createBatch(2, { workspaceId, createdAtMs })).batch.id);
      }
      await createBatch(2);
      const [oldest, newest, middle] = created;
      const first = await batches.listOwned(workspaceId, { limit: 2 });
      expect([first.batches.map(({ id }) => id), first.examined]).toEqual([[newest, middle], 2]);
      expect(first.batches[0]).toMatchObject({ workspaceId, remaining: 2, failed: 0 });
      expect(first.next).toMatchObject({ id: middle, createdAtMs: START_MS + 1 });
      await batches.undoCreation(first.batches[1] as Batch, START_MS);
      const second = await batches.listOwned(workspaceId, { limit: 1, after: first.next });
      expect([second.batches.map(({ id }) => id), second.next]).toEqual([[oldest], undefined]);
    });

    test("the pages of a list contain each of the batches that were created in the same millisecond once", async () => {
      const workspaceId = randomUUID();
      const created = new Set<string>();
      for (let index = 0; index < 5; index += 1) created.add((await createBatch(1, { workspaceId })).batch.id);
      const listed: string[] = [];
      let after: Parameters<BatchStore["listOwned"]>[1]["after"];
      do {
        const page = await stores().batches.listOwned(workspaceId, { limit: 2, after });
        listed.push(...page.batches.map(({ id }) => id));
        after = page.next;
      } while (after !== undefined);
      expect([listed.length, new Set(listed)]).toEqual([5, created]);
    });

    test("a batch is one debit for all its jobs, taken from several shards of the balance if no single shard suffices", async () => {
      const { batch } = await createBatch(50, { grant: 60 });
      expect(await balanceOf(batch.workspaceId)).toEqual({ spent: 50, remaining: 10 });
      const second = newBatch(11, { workspaceId: batch.workspaceId });
      expect(await stores().batches.create(second.batch, second.jobs, { grant: 60 })).toBe("out-of-credits");
      expect(await stores().batches.find(second.batch.id)).toBeUndefined();
      expect(await stores().batches.jobsOf(second.batch)).toEqual([]);
      expect(await balanceOf(batch.workspaceId)).toEqual({ spent: 50, remaining: 10 });
    });

    test("each failed job of a batch is refunded once, whichever shards paid for it", async () => {
      const { batch, jobs } = await createBatch(50, { grant: 60 });
      for (const job of jobs.slice(0, 20)) await stores().jobs.end(job, UNLEASED, FAILED, START_MS);
      for (const job of jobs.slice(0, 20))
        expect(await stores().jobs.end(job, UNLEASED, FAILED, START_MS)).toBeUndefined();
      expect(await balanceOf(batch.workspaceId)).toEqual({ spent: 30, remaining: 30 });
    });

    test("a second creation with the same record writes nothing", async () => {
      const record = {
        id: `idempotency#${randomUUID()}`,
        bodyHash: "h",
        status: 202,
        responseBody: "{}",
        expiresAt: START_MS,
      };
      const [first, second] = [newBatch(3), newBatch(3)];
      const terms = { grant: 1000, record };
      expect(await stores().batches.create(first.batch, first.jobs, terms)).toBe("created");
      expect(await stores().batches.create(second.batch, second.jobs, terms)).toBe("recorded");
      expect(await stores().batches.jobsOf(second.batch)).toEqual([]);
    });

    test("undoing a creation removes the batch with its jobs and refunds the whole debit", async () => {
      const { batch } = await createBatch(50, { grant: 60 });
      expect(await stores().batches.undoCreation(batch, START_MS)).toBe(true);
      expect(await stores().batches.find(batch.id)).toBeUndefined();
      expect(await stores().batches.jobsOf(batch)).toEqual([]);
      expect(await balanceOf(batch.workspaceId)).toEqual({ spent: 0, remaining: 60 });
      expect(await stores().batches.undoCreation(batch, START_MS)).toBe(false);
    });

    test("undoing the creation of a batch with a claimed job changes nothing", async () => {
      const { batch, jobs } = await createBatch(3);
      await stores().jobs.claim(jobs[1]?.id ?? "", lease());
      expect(await stores().batches.undoCreation(batch, START_MS)).toBe(false);
      expect(await stores().batches.jobsOf(batch)).toHaveLength(3);
    });

    test("the job that ends last reports the end of the batch, however the jobs end", async () => {
      const { batch, jobs } = await createBatch(4, { webhookUrl: "https://example.com/" });
      const [first, second, third, last] = jobs as [
        (typeof jobs)[0],
        (typeof jobs)[0],
        (typeof jobs)[0],
        (typeof jobs)[0],
      ];
      const { jobs: store, batches } = stores();
      await store.claim(first.id, lease());
      const ended = [
        await store.end(first, { leaseToken: "token" }, DONE, START_MS + 1),
        await store.end(second, UNLEASED, FAILED, START_MS + 2),
        await store.end(third, UNLEASED, DONE, START_MS + 3),
      ];
      expect(ended.map((job) => job?.batchEnd)).toEqual([undefined, undefined, undefined]);
      expect(await batches.find(batch.id)).toMatchObject({ remaining: 1, failed: 1 });
      const corrupt = await store.endCorrupt(last.id, "It is corrupt.", START_MS + 4);
      expect(corrupt.batchEnd).toEqual({ total: 4, failed: 2, hasWebhook: true });
      expect(await batches.find(batch.id)).toMatchObject({ remaining: 0, failed: 2, finishedAtMs: START_MS + 4 });
    });

    test("a job of a batch that has ended has its time by stage, as it is returned and as it is stored", async () => {
      const { jobs } = await createBatch(1);
      const { jobs: store } = stores();
      for (const job of jobs) {
        const ended = await store.end(job, UNLEASED, { ...DONE, stages: [4, 3, 15, 9, 6] }, START_MS);
        expect(ended?.stages).toEqual([4, 3, 15, 9, 6]);
        expect(await store.find(job.id)).toMatchObject({ stages: [4, 3, 15, 9, 6] });
      }
    });

    test("a job that has ended does not count the batch down again", async () => {
      const { batch, jobs } = await createBatch(2);
      const [first] = jobs as [(typeof jobs)[0]];
      await stores().jobs.end(first, UNLEASED, DONE, START_MS);
      await stores().jobs.end(first, UNLEASED, FAILED, START_MS);
      await stores().jobs.endCorrupt(first.id, "It is corrupt.", START_MS);
      expect(await stores().batches.find(batch.id)).toMatchObject({ remaining: 1, failed: 0 });
    });

    test("of all jobs that end at the same moment, exactly one reports the end of the batch", async () => {
      const { batch, jobs } = await createBatch(50);
      const ended = await Promise.all(
        jobs.map((job, index) => stores().jobs.end(job, UNLEASED, index % 10 === 0 ? FAILED : DONE, START_MS)),
      );
      expect(ended.every((job) => job !== undefined)).toBe(true);
      expect(ended.flatMap((job) => job?.batchEnd ?? [])).toEqual([{ total: 50, failed: 5, hasWebhook: false }]);
      expect(await stores().batches.find(batch.id)).toMatchObject({ remaining: 0, failed: 5 });
    });

    test("a batch download is started once, and again after it has failed, was given up, or has expired", async () => {
      const { batches } = stores();
      const { batch } = await createBatch(1);
      const zip = { batchId: batch.id, format: "zip" } as const;
      const start = (token: string, nowMs: number) => batches.startDownload(zip, token, nowMs);
      const minutes = (count: number) => START_MS + count * 60_000;
      expect([await start("a", minutes(0)), await start("b", minutes(15))]).toEqual([true, false]);
      expect(await start("c", minutes(17))).toBe(true);
      expect(await batches.endDownload(zip, "a", { status: "failed", error: "No." }, minutes(18))).toBe(false);
      expect(await batches.endDownload(zip, "c", { status: "failed", error: "No." }, minutes(18))).toBe(true);
      expect(await start("d", minutes(18))).toBe(true);
      const ready = { status: "ready", pictures: 1, missing: [], bytes: 9 } as const;
      expect(await batches.endDownload(zip, "d", ready, minutes(19))).toBe(true);
      expect(await batches.endDownload(zip, "d", ready, minutes(20))).toBe(false);
      expect((await batches.find(batch.id))?.archive).toEqual({
        ...ready,
        token: "d",
        startedAtMs: minutes(18),
        endedAtMs: minutes(19),
      });
      const week = 7 * 24 * 60;
      expect([await start("e", minutes(week)), await start("e", minutes(week + 20))]).toEqual([false, true]);
      expect(await batches.startDownload({ ...zip, batchId: randomUUID() }, "f", START_MS)).toBe(false);
    });
  },
);
