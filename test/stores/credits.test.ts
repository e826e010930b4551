import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { createBalances } from "../../aws/balances.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import type { BalanceStore } from "../../core/billing/month-balance.js";
import type { Job } from "../../core/renders/job.js";
import type { JobStore } from "../../core/renders/ports.js";
import { describeOnTables } from "../support/implementations.js";
import { createInMemoryJobs } from "../support/in-memory-jobs.js";
import { queuedJob, START_MS } from "../support/render-fixture.js";

const FAILED = { status: "failed", error: "There is no image." } as const;
const MONTH = "2026-11";
const UNLEASED = { unleasedAtMs: START_MS };

describeOnTables<{ jobs: JobStore; balances: BalanceStore }>(
  "credits",
  {
    inMemory: () => {
      const jobs = createInMemoryJobs();
      return { jobs, balances: jobs.balances };
    },
    adapter: ({ client, names }) => ({
      jobs: createJobsTable(client, { jobs: names.Jobs, workspaces: names.Workspaces }),
      balances: createBalances(client, names.Workspaces),
    }),
  },
  (stores) => {
    const jobOf = (workspaceId: string, date = "2026-11-01", credits = 1): Job =>
      queuedJob({ id: randomUUID(), workspaceId, debit: { date, credits } });

    async function createJob(workspaceId: string, grant: number, date?: string, credits?: number): Promise<Job> {
      const job = jobOf(workspaceId, date, credits);
      expect(await stores().jobs.create(job, { grant })).toBe("created");
      return job;
    }

    test("a month without a debit has no balance", async () => {
      expect(await stores().balances.find(randomUUID(), MONTH)).toBeUndefined();
    });

    test("the first debit opens a month with the credits of the plan, and debits are counted by day", async () => {
      const workspaceId = randomUUID();
      await createJob(workspaceId, 10, "2026-11-01", 2);
      await createJob(workspaceId, 999, "2026-11-01");
      await createJob(workspaceId, 999, "2026-11-30");
      await createJob(workspaceId, 5, "2026-12-01");
      const { balances } = stores();
      expect(await balances.find(workspaceId, MONTH)).toEqual({
        granted: 10,
        spent: 4,
        remaining: 6,
        days: [
          { day: 1, spent: 3, refunded: 0 },
          { day: 30, spent: 1, refunded: 0 },
        ],
      });
      expect(await balances.find(workspaceId, "2026-12")).toMatchObject({ granted: 5, spent: 1, remaining: 4 });
    });

    test("a job without a debit takes no credits", async () => {
      const { jobs, balances } = stores();
      const job = queuedJob({ id: randomUUID(), workspaceId: randomUUID() });
      expect(await jobs.create(job, { grant: 0 })).toBe("created");
      await jobs.end(job, UNLEASED, FAILED, START_MS);
      expect(await balances.find(job.workspaceId, MONTH)).toBeUndefined();
    });

    test("a debit is refused if the month has too few credits, and writes nothing", async () => {
      const { jobs, balances } = stores();
      const workspaceId = randomUUID();
      await createJob(workspaceId, 2);
      const before = await balances.find(workspaceId, MONTH);
      const expensive = jobOf(workspaceId, "2026-11-01", 2);
      expect(await jobs.create(expensive, { grant: 1000 })).toBe("out-of-credits");
      expect(await jobs.find(expensive.id)).toBeUndefined();
      expect(await balances.find(workspaceId, MONTH)).toEqual(before);
      await createJob(workspaceId, 2);
    });

    test("a first debit that is larger than the credits of the plan is refused and does not open the month", async () => {
      const { jobs, balances } = stores();
      const job = jobOf(randomUUID());
      expect(await jobs.create(job, { grant: 0 })).toBe("out-of-credits");
      expect(await balances.find(job.workspaceId, MONTH)).toBeUndefined();
    });

    test("concurrent debits never overspend a month", async () => {
      const workspaceId = randomUUID();
      const creations = await Promise.all(
        Array.from({ length: 12 }, () => stores().jobs.create(jobOf(workspaceId), { grant: 5 })),
      );
      expect(creations.filter((creation) => creation === "created")).toHaveLength(5);
      expect(creations.filter((creation) => creation === "out-of-credits")).toHaveLength(7);
      expect(await stores().balances.find(workspaceId, MONTH)).toMatchObject({ spent: 5, remaining: 0 });
    });

    test("a failed job is refunded once, to the month and day of its debit", async () => {
      const { jobs, balances } = stores();
      const workspaceId = randomUUID();
      const job = await createJob(workspaceId, 10, "2026-10-31", 3);
      expect(await jobs.end(job, UNLEASED, FAILED, START_MS)).toMatchObject(FAILED);
      expect(await jobs.end(job, UNLEASED, FAILED, START_MS)).toBeUndefined();
      expect(await balances.find(workspaceId, "2026-10")).toEqual({
        granted: 10,
        spent: 0,
        remaining: 10,
        days: [{ day: 31, spent: 3, refunded: 3 }],
      });
      expect(await balances.find(workspaceId, MONTH)).toBeUndefined();
    });

    test("a failed end without the lease of the job refunds nothing", async () => {
      const { jobs, balances } = stores();
      const workspaceId = randomUUID();
      const job = await createJob(workspaceId, 10);
      expect(await jobs.end(job, { leaseToken: "other token" }, FAILED, START_MS)).toBeUndefined();
      expect(await balances.find(workspaceId, MONTH)).toMatchObject({ spent: 1, remaining: 9 });
    });

    test("a done job keeps its debit", async () => {
      const { jobs, balances } = stores();
      const workspaceId = randomUUID();
      const job = await createJob(workspaceId, 10);
      await jobs.end(job, UNLEASED, { status: "done", bytes: 7 }, START_MS);
      expect(await jobs.find(job.id)).toMatchObject({ debit: { date: "2026-11-01", credits: 1 } });
      expect(await balances.find(workspaceId, MONTH)).toMatchObject({ spent: 1, remaining: 9 });
    });

    test("undoing a creation refunds its debit once", async () => {
      const { jobs, balances } = stores();
      const workspaceId = randomUUID();
      const job = await createJob(workspaceId, 10);
      expect(await jobs.undoCreation(job, START_MS)).toBe(true);
      expect(await jobs.undoCreation(job, START_MS)).toBe(false);
      expect(await balances.find(workspaceId, MONTH)).toMatchObject({
        spent: 0,
        remaining: 10,
        days: [{ day: 1, spent: 1, refunded: 1 }],
      });
    });

    test("the balances of workspaces are independent", async () => {
      const [first, second] = [randomUUID(), randomUUID()];
      await createJob(first, 1);
      await createJob(second, 1);
      expect(await stores().balances.find(first, MONTH)).toMatchObject({ spent: 1, remaining: 0 });
    });
  },
);
